import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { expect, onTestFinished, test } from 'vitest';
import { readImports, withLayers } from './layers';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/architecture.md');

test('imports go one way, without a circle, and the table in the docs is as they are', async () => {
  const imports = await readImports(ROOT);
  expect(imports.wrong).toEqual([]);
  expect(imports.homeless).toEqual([]);
  // After a change of the layers: `npx vitest run --project unit scripts/layers -u`.
  const page = await format(withLayers(readFileSync(PAGE, 'utf8'), imports), { parser: 'markdown', printWidth: 120 });
  await expect(page).toMatchFileSnapshot(PAGE);
});

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  for (const folder of ['src', 'workers', 'evaluation', 'training']) mkdirSync(join(root, folder));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

test('a wrong import is found, by value or by type, and so is a circle of files', async () => {
  const root = plant({
    'src/domain/verdict.ts': `import type { Tool } from '../tools/tool';\nexport type Verdict = Tool;\n`,
    'src/tools/tool.ts': `export interface Tool { name: string }\n`,
    'src/app/app.ts': `import { score } from '../../evaluation/score';\nexport const app = score;\n`,
    'evaluation/score.ts': 'export const score = 1;\n',
    'src/media/a.ts': `import { b } from './b';\nexport const a = b;\n`,
    'src/media/b.ts': `import type { a } from './a';\nexport const b: typeof a = 1;\n`,
    'src/elsewhere/c.ts': 'export const c = 1;\n',
  });
  const { wrong, homeless } = await readImports(root);
  expect(wrong.sort()).toEqual([
    'src/app/app.ts -> evaluation/score.ts: src/app imports what is built on it',
    'src/domain/verdict.ts -> src/tools/tool.ts: src/domain imports what is built on it',
    expect.stringMatching(/^src\/media\/[ab]\.ts -> src\/media\/[ab]\.ts: circle$/),
  ]);
  expect(homeless).toEqual(['src/elsewhere/c.ts']);
});
