import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

interface Manifest {
  files: { path: string; bytes: number; sha256: string }[];
  models: { role: string; licence: { nonCommercial: boolean }; card: { source: string; figures?: unknown[] } }[];
}

const readPack = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;

/** The packs that come with the app, by what each may weigh. */
const OWN = { starter: 25_000_000, sound: 20_000_000 };
const roles = Object.keys(OWN).flatMap((name) => readPack(`public/packs/${name}`).models.map(({ role }) => role));

for (const [name, limit] of Object.entries(OWN)) {
  const folder = `public/packs/${name}`;
  const manifest = readPack(folder);

  test(`the ${name} pack holds exactly the files its manifest lists, unchanged, in under ${limit / 1e6} MB`, () => {
    const there = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    expect(there.sort()).toEqual(manifest.files.map(({ path }) => path).sort());
    for (const { path, bytes, sha256 } of manifest.files) {
      const content = readFileSync(join(folder, path));
      expect(content.length, path).toBe(bytes);
      expect(createHash('sha256').update(content).digest('hex'), path).toBe(sha256);
    }
    expect(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(limit);
  });

  test(`the ${name} pack gives every model a licence and a card with figures`, () => {
    for (const { role, licence, card } of manifest.models) {
      expect(licence, role).toHaveProperty('nonCommercial');
      expect(card.figures?.length ?? 0, role).toBeGreaterThan(0);
      expect(existsSync(join(card.source, 'README.md')), role).toBe(true);
    }
  });
}

test.describe('the packs that come with the app', () => {
  for (const provider of ['wasm', 'webgpu'] as const) {
    test(`open with every label known, and compute their golden vectors on ${provider}`, async ({ page }) => {
      test.setTimeout(240_000);
      await page.goto('/headless.html');
      expect(await page.evaluate(() => globalThis.goldcrest.open())).toBeNull();
      const proofs = await page.evaluate((on) => globalThis.goldcrest.app.proofs.prove(on), provider);
      expect(proofs.map(({ role }) => role).sort()).toEqual([...roles].sort());
      for (const { role, result } of proofs)
        expect(result, `${role}: ${JSON.stringify(result)}`).toMatchObject({ ok: true });
    });
  }
});
