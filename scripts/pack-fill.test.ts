import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Manifest } from '../src/packs/manifest';
import { packCheck } from './pack-check.ts';
import { packFill } from './pack-fill.ts';

type Draft = Omit<Manifest, 'files'> & { files?: Manifest['files'] };

let folder: string;
let draft: Draft;

/** A pack as a person begins it: a model, its labels, and a manifest without a hash or a golden vector. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'goldcrest-fill-'));
  for (const path of ['geo.onnx', 'labels/geo.txt']) cpSync(`public/packs/starter/${path}`, join(folder, path));
  const starter = JSON.parse(readFileSync('public/packs/starter/manifest.json', 'utf8')) as Manifest;
  const geo: Partial<Manifest['models'][number]> = starter.models.find(({ role }) => role === 'geo')!;
  delete geo.golden;
  draft = { ...starter, name: 'my-region', models: [geo as Manifest['models'][number]] };
  delete draft.files;
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (manifest: Draft): void => writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
const read = (): Manifest => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;

const check = async (): Promise<string> => `${(await packCheck(folder)).lines.join('\n')}\n`;

async function fill(): Promise<string> {
  const lines: string[] = [];
  await packFill(folder, (line) => lines.push(line));
  return lines.join('\n');
}

test('files and golden vectors are filled in, so that nothing is wrong with the pack', async () => {
  write(draft);
  expect(await fill()).toContain('manifest.json: 3 files.');
  const { files, models } = read();
  expect(files.map(({ path }) => path)).toEqual(['geo.onnx', 'golden/geo.json', 'labels/geo.txt']);
  expect(files[0]!.chunks).toHaveLength(5);
  expect(models[0]!.golden).toBe('golden/geo.json');
  expect(await check()).toMatch(/my-region .*unsigned\.\nNothing is wrong with it\.\n$/);
});

test('filled in again, what its author chose stays: addresses, and the input of a golden vector', async () => {
  const golden = {
    input: { kind: 'rows', rows: [[10, 20, 3]] },
    expect: { indices: [0], values: [9] },
    tolerance: 0.5,
  };
  writeFileSync(join(folder, 'golden/geo.json'), JSON.stringify(golden));
  const addresses = ['https://example.org/geo.onnx'];
  const before = read();
  write({ ...before, files: before.files.map((file) => (file.path === 'geo.onnx' ? { ...file, addresses } : file)) });
  await fill();
  expect(read().files[0]).toMatchObject({ path: 'geo.onnx', addresses });
  const after = JSON.parse(readFileSync(join(folder, 'golden/geo.json'), 'utf8')) as typeof golden;
  expect(after).toMatchObject({ input: golden.input, tolerance: 0.5 });
  expect(after.expect.values.length, 'computed anew').toBeGreaterThan(30);
});

test('what cannot be filled in is told in a sentence, and the manifest stays', async () => {
  const [geo] = draft.models as [Extract<Manifest['models'][number], { role: 'geo' }>];
  write({ ...draft, models: [{ ...geo, input: { name: 'images', time: 'month12' } } as typeof geo] });
  await expect(fill()).rejects.toThrow('it has no input "images", but place_month');
  expect(read()).not.toHaveProperty('files');

  write({ ...draft, version: 'so new!' });
  const { status, stderr } = spawnSync('node', ['scripts/launch.mjs', 'pack-fill', folder], { encoding: 'utf8' });
  expect(status, 'of the command').not.toBe(0);
  expect(stderr).toMatch(/^manifest\.json is not valid yet: version: .*\n$/);
});

test('a label too many is found by the check', async () => {
  write(draft);
  writeFileSync(
    join(folder, 'labels/geo.txt'),
    `${readFileSync('public/packs/starter/labels/geo.txt', 'utf8').trimEnd()}\nPica pica\n`,
  );
  await fill();
  expect(await check()).toMatch(/There are \d+ labels, but geo\.onnx gives \d+ numbers\./);
});
