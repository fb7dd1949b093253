import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

/** A script of two options, run as a person would. */
function script(...args: string[]) {
  const file = join(mkdtempSync(join(tmpdir(), 'goldcrest-')), 'script.mjs');
  const library = pathToFileURL(join(import.meta.dirname, 'run.ts')).href;
  const loader = pathToFileURL(join(import.meta.dirname, 'typescript-loader.mjs')).href;
  const typescript = `data:text/javascript,import { register } from 'node:module'; register('${loader}');`;
  writeFileSync(
    file,
    `/**
 * \`npm run script -- [--set NAME]\`: does a thing,
 * and says so.
 */
import { parseArgs } from 'node:util';
import { main, UserError } from '${library}';

await main(async () => {
  const { values } = parseArgs({ options: { set: { type: 'string' } } });
  if (values.set === 'none') throw new UserError('There is no set.');
  if (values.set === 'broken') throw new Error('a mistake');
  console.log(values.set);
  return values.set === 'odd' ? 3 : 0;
});
`,
  );
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', typescript, file, ...args], {
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

const ABOUT = '`npm run script -- [--set NAME]`: does a thing,\nand says so.\n';

describe('the body of a script', () => {
  it('says what it is about where somebody asks', () => {
    expect(script('--help')).toEqual({ stdout: ABOUT, stderr: '', status: 0 });
    expect(script('-h')).toEqual({ stdout: ABOUT, stderr: '', status: 0 });
  });

  it('names an option that it does not know, and says what it takes', () => {
    const { stderr, status } = script('--sett', 'a');
    expect(stderr).toContain("'--sett'");
    expect(stderr).toContain(ABOUT);
    expect(stderr).not.toContain('    at ');
    expect(status).toBe(1);
  });

  it('tells an expected problem in one line and keeps the stack of a mistake', () => {
    expect(script('--set', 'none')).toEqual({ stdout: '', stderr: 'There is no set.\n', status: 1 });
    expect(script('--set', 'broken').stderr).toContain('    at ');
  });

  it('gives the exit code of its body', () => {
    expect(script('--set', 'even').status).toBe(0);
    expect(script('--set', 'odd').status).toBe(3);
  });
});
