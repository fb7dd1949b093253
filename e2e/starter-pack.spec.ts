import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

const PACK = 'public/packs/starter';
const manifest = JSON.parse(readFileSync(join(PACK, 'manifest.json'), 'utf8')) as {
  files: { path: string; bytes: number; sha256: string }[];
  models: { role: string; licence: { nonCommercial: boolean }; card: { figures?: unknown[] } }[];
};

test.describe('the starter pack', () => {
  test('holds exactly the files its manifest lists, unchanged, in under 25 MB', () => {
    const there = readdirSync(PACK, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
      .map((entry) => join(entry.parentPath, entry.name).slice(PACK.length + 1));
    expect(there.sort()).toEqual(manifest.files.map(({ path }) => path).sort());
    for (const { path, bytes, sha256 } of manifest.files) {
      const content = readFileSync(join(PACK, path));
      expect(content.length, path).toBe(bytes);
      expect(createHash('sha256').update(content).digest('hex'), path).toBe(sha256);
    }
    expect(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(25_000_000);
  });

  test('gives every model a licence and a card with figures', () => {
    for (const { role, licence, card } of manifest.models) {
      expect(licence, role).toHaveProperty('nonCommercial');
      expect(card.figures?.length ?? 0, role).toBeGreaterThan(0);
      expect(existsSync(join('models', role, 'README.md')), role).toBe(true);
    }
  });

  for (const provider of ['wasm', 'webgpu'] as const) {
    test(`opens with every label known, and computes its golden vectors on ${provider}`, async ({ page }) => {
      test.setTimeout(240_000);
      await page.goto('/headless.html');
      expect(await page.evaluate(() => globalThis.goldcrest.open('starter'))).toBeNull();
      const proofs = await page.evaluate((on) => globalThis.goldcrest.app.prove(on), provider);
      expect(proofs.map(({ role }) => role)).toEqual(manifest.models.map(({ role }) => role));
      for (const { role, result } of proofs)
        expect(result, `${role}: ${JSON.stringify(result)}`).toMatchObject({ ok: true });
    });
  }
});
