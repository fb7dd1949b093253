import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'goldcrest-check-'));
  cpSync('public/packs/field-geo', folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function check(): { code: number; said: string } {
  try {
    return { code: 0, said: execFileSync('node', ['scripts/pack-check.mjs', folder], { encoding: 'utf8' }) };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { code: status, said: stdout };
  }
}

test('a pack that is right is called so; one that is wrong is told what, all at once', () => {
  expect(check()).toMatchObject({ code: 0, said: expect.stringContaining('Nothing is wrong with it.') as string });

  writeFileSync(join(folder, 'golden/geo.json'), '{}');
  writeFileSync(join(folder, 'notes.txt'), 'to do');
  const { code, said } = check();
  expect(code).toBe(1);
  expect(said).toContain('golden/geo.json has 2 bytes; the manifest says ');
  expect(said).toContain('notes.txt is in the folder but not in the manifest, so nobody would get it.');
  expect(said).toContain('2 things are wrong.');

  writeFileSync(join(folder, 'manifest.json'), '{"format": 1}');
  expect(check().said).toContain('The signature of this pack is wrong');
  rmSync(join(folder, 'manifest.sig'));
  expect(check().said).toMatch(/manifest is not valid: name/);
});
