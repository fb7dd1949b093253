import { spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../scripts/run.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

/** Runs `npm run bench` as a person would. */
async function bench(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn('npm', ['run', 'bench', '--', ...args], { cwd: ROOT, env: { ...process.env, INIT_CWD: ROOT } });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, out, err };
}

interface Report {
  overall: { n: number; failed: number; overclaim: { hits: number } };
  items: { id: string; failed: { code: string } | null; grain: string }[];
}

test('npm run bench runs a set of our own drawing, goes on after a cut, and reports every item', async ({
  browser,
}) => {
  const set = await mkdtemp(join(tmpdir(), 'goldcrest-bench-'));
  const out = join(set, 'out');
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  await page.setContent(readFileSync('e2e/fixtures/drawn-goldcrest.svg', 'utf8'));
  await writeFile(join(set, 'drawing.png'), await page.locator('svg').screenshot());
  await page.setContent('<main style="background:#8899aa;width:800px;height:600px"></main>');
  await writeFile(join(set, 'nothing.png'), await page.locator('main').screenshot());
  const rows = [
    { id: 'drawing', scientific_name: 'Regulus regulus', photo: 'drawing.png' },
    { id: 'nothing', scientific_name: null, photo: 'nothing.png' },
    { id: 'missing', scientific_name: 'Parus major', photo: 'nowhere.jpg' },
  ];
  await writeFile(join(set, 'labels.json'), JSON.stringify(rows));
  const args = ['--set', set, '--place', 'none', '--modality', 'image', '--out', out];

  const first = await bench(...args, '--limit', '1');
  expect(first.err).toContain('1 of 3');
  expect(first.out).toContain('1 of 3 items so far; the same command goes on.');
  const { code, out: said, err } = await bench(...args, '--jobs', '2');
  expect(code).toBe(0);
  expect(err).not.toContain('1 of 3');
  expect(said).toContain('3 items, 1 of them failed');
  const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Report;
  expect(report.overall).toMatchObject({ n: 3, failed: 1, overclaim: { hits: 0 } });
  expect(report.items.map(({ id, failed }) => [id, failed?.code ?? null])).toEqual([
    ['drawing/image', null],
    ['nothing/image', null],
    ['missing/image', 'file_missing'],
  ]);
  expect((await readFile(join(out, 'runs.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(3);

  await page.goto(`file://${join(out, 'report.html')}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'failed (1)' }).click();
  await expect(page.locator('.card:visible')).toHaveCount(1);
  await context.close();

  const compared = await bench('--compare', out, out);
  expect(compared.out).toContain('3 items in both; 0 only before, 0 only after');
  expect(compared.out).not.toContain('worse (');
});

test('npm run bench says what is wrong with a set, with line and field', async () => {
  const set = await mkdtemp(join(tmpdir(), 'goldcrest-bench-'));
  await writeFile(
    join(set, 'labels.json'),
    '[\n {"id": "x",\n  "scientific_name": "Homo sapiens", "photo": "x.jpg"}\n]',
  );
  const { code, err } = await bench('--set', set);
  expect(code).toBe(1);
  expect(err).toContain('labels.json, line 3, field "scientific_name": "Homo sapiens" is no species we know');
});
