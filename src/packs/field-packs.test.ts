import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { TERMS } from '../domain/judgement/term';
import { describeFile } from '../testing/pack';
import { CatalogueSchema } from './catalogue';
import { mirrorsOf } from './offer';
import { judgeManifest } from './trust/judge';

const catalogue = v.parse(CatalogueSchema, JSON.parse(readFileSync('public/catalogue.json', 'utf8')));

const toFetch = catalogue.packs.filter(({ manifests }) => manifests.length > 0);

describe.each(toFetch)('the pack $name of the catalogue', ({ name, bytes, manifests, nonCommercial }) => {
  const folder = join('public/packs', name);
  const text = new Uint8Array(readFileSync(join(folder, 'manifest.json')));
  const judged = judgeManifest(text);
  if (!judged.ok) throw new Error(judged.problem.message);
  const manifest = judged.value;

  test('lies with the app, which vouches for it: a signature of its own could only go out of date', () => {
    expect(existsSync(join(folder, 'manifest.sig'))).toBe(false);
  });

  test('has a classifier that says the risk that it was fitted to', () => {
    for (const model of manifest.models) {
      if (model.role === 'image') expect(model.calibration).toMatchObject({ risk: { most: 0.0125 } });
    }
  });

  test('is what the catalogue says it is', () => {
    expect(manifests).toEqual([`packs/${name}/manifest.json`]);
    expect(manifest.name).toBe(name);
    expect(manifest.files.reduce((sum, file) => sum + file.bytes, 0)).toBe(bytes);
    expect(manifest.licence.nonCommercial).toBe(nonCommercial);
  });

  test('has every file either beside its manifest or at two hosts of the catalogue', () => {
    const beside = readdirSync(folder, { recursive: true }).map(String);
    for (const file of manifest.files) {
      if (file.addresses) {
        expect(mirrorsOf(file, [], catalogue.hosts), file.path).toHaveLength(2);
        // A branch can move; a commit cannot.
        for (const address of file.addresses) expect(address).toMatch(/[/@][0-9a-f]{40}\//);
      } else {
        expect(beside).toContain(file.path);
        expect(describeFile(file.path, readFileSync(join(folder, file.path)))).toEqual(file);
      }
    }
  });
});

test('every pack of the catalogue can be fetched', () => {
  expect(toFetch).toEqual(catalogue.packs);
});

test('the catalogue names no host that no pack needs', () => {
  const needed = toFetch.flatMap(({ name }) => {
    const judged = judgeManifest(new Uint8Array(readFileSync(join('public/packs', name, 'manifest.json'))));
    return judged.ok
      ? judged.value.files.flatMap(({ addresses = [] }) => addresses.map((one) => new URL(one).host))
      : [];
  });
  expect([...new Set(needed)].sort()).toEqual(catalogue.hosts);
});

/** The names of all facts that a judgement in this manifest weighs. */
function factsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'terms' ? Object.keys(inner as object) : factsIn(inner),
  );
}

test.each(readdirSync('public/packs').filter((name) => existsSync(join('public/packs', name, 'manifest.json'))))(
  'the pack %s weighs no fact that the app would leave out without a word',
  (name) => {
    const facts = factsIn(JSON.parse(readFileSync(join('public/packs', name, 'manifest.json'), 'utf8')));
    expect([...new Set(facts)].filter((fact) => !(TERMS as readonly string[]).includes(fact))).toEqual([]);
  },
);
