import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KIT } from '../scripts/kit-pack.ts';
import { ROOT } from '../scripts/run.ts';
import { expect, needsKit, test } from './fixtures.ts';

interface Line {
  files: string[];
  verdict: { grain: string; scientificName: string | null; rank: string | null; rule: string; alternatives: unknown[] };
  ledger: { tool: string }[];
  ms: number;
}

/** Runs `npm run identify` as a person would. */
async function identify(...args: string[]): Promise<{ code: number | null; out: string; err: string; lines: Line[] }> {
  const child = spawn('npm', ['run', 'identify', '--', ...args], {
    cwd: ROOT,
    env: { ...process.env, INIT_CWD: ROOT },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  const jsonLines = args.includes('--json') ? out.trim().split('\n').filter(Boolean) : [];
  return { code, out, err, lines: jsonLines.map((line) => JSON.parse(line) as Line) };
}

const photo = (name: string): string => join(KIT, 'media/photos', `${name}.jpg`);

test.describe('npm run identify', () => {
  test('refuses wrong usage with code 2 and says what is right', async () => {
    const { code, err } = await identify('--place', '95,0', 'bird.jpg');
    expect(code).toBe(2);
    expect(err).toContain('The latitude 95 is outside -90 to 90.');
    expect((await identify()).code).toBe(2);
  });

  test('ends with code 3 where no file is there', async () => {
    const { code, err } = await identify('nowhere.jpg');
    expect(code).toBe(3);
    expect(err).toContain('nowhere.jpg: there is no such file.');
  });

  test('prints one JSON object for each observation and nothing else, and goes on after a bad file', async ({
    kitPack,
  }) => {
    needsKit();
    const folder = await mkdtemp(join(tmpdir(), 'goldcrest-cli-'));
    const bad = join(folder, 'note.jpg');
    await writeFile(bad, 'not a photo');
    const files = [photo('acorn-woodpecker'), bad, photo('mallard')];
    const where = ['--place', '38.5,-122.5', '--date', '2025-05-01'];
    const { code, err, lines } = await identify('--each', '--json', '--pack', kitPack!, ...where, ...files);
    expect(code).toBe(3);
    expect(err).toContain(`${bad}: This file is not a photo`);
    expect(lines.map(({ files: named }) => named)).toEqual([[files[0]], [files[2]]]);
    expect(lines[0]!.verdict).toMatchObject({
      grain: 'species',
      scientificName: 'Melanerpes formicivorus',
      rank: 'species',
    });
    expect(lines[0]!.ledger.map(({ tool }) => tool)).toEqual([
      'detect_bird',
      'quality_gate',
      'classify_image',
      'geo_prior',
    ]);
    expect(lines[0]!.ms).toBeGreaterThan(0);
  });

  test('takes several files as one observation', async ({ kitPack }) => {
    needsKit();
    const { code, lines } = await identify(
      '--json',
      '--pack',
      kitPack!,
      photo('acorn-woodpecker'),
      photo('acorn-woodpecker'),
    );
    expect(code).toBe(0);
    expect(lines).toHaveLength(1);
    expect(lines[0]!.files).toHaveLength(2);
  });
});
