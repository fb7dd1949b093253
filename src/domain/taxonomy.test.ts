import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { CommonNames } from './common-names';
import { type Taxon, type TaxonId, Taxonomy, TaxonIdSchema } from './taxonomy';

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const table = readJson('public/taxonomy/taxonomy.json');
const synonyms = readJson('public/taxonomy/synonyms.json') as { names: Record<string, Record<string, string>> };
const taxonomy = Taxonomy.fromTables(table, synonyms);
const nameOf = (id: string | undefined) => (id === undefined ? undefined : taxonomy.get(id)?.scientificName);

describe('the table of the world’s birds', () => {
  it('holds every species once, with an id that fits the schema', () => {
    expect(taxonomy.size).toBe(11_167);
    expect(new Set(taxonomy.speciesIds).size).toBe(taxonomy.size);
    for (const id of taxonomy.speciesIds) expect(v.is(TaxonIdSchema, id)).toBe(true);
  });

  it('is in taxonomic order: ostriches first, and the species of a family, and of a genus, side by side', () => {
    expect(nameOf(taxonomy.speciesIds[0])).toBe('Struthio camelus');
    for (const rank of ['genus', 'family'] as const) {
      const runs = taxonomy.speciesIds
        .map((id) => taxonomy.ancestor(id, rank)?.id)
        .filter((id, index, all) => id !== all[index - 1]);
      expect(new Set(runs).size).toBe(runs.length);
    }
  });

  it('gives every species its genus, family and order', () => {
    expect(taxonomy.get('goldcr1')).toEqual({
      id: 'goldcr1',
      rank: 'species',
      scientificName: 'Regulus regulus',
      genus: 'Regulus',
      family: 'Regulidae',
      order: 'Passeriformes',
    });
    expect(taxonomy.get('Regulidae')).toMatchObject({ rank: 'family', order: 'Passeriformes' });
    expectTypeOf<Taxonomy['get']>().returns.toEqualTypeOf<Taxon | undefined>();
  });

  it('refuses a malformed table, a repeated taxon, a wrong size, a foreign version and a dangling synonym', () => {
    const small = {
      format: 1,
      version: 'test',
      size: 1,
      orders: [['Passeriformes', [['Regulidae', [['Regulus', ['goldcr1 regulus']]]]]]],
    };
    const none = { format: 1, version: 'test', names: {} };
    expect(Taxonomy.fromTables(small, none).size).toBe(1);
    expect(() => Taxonomy.fromTables({ ...small, format: 2 }, none)).toThrow();
    expect(() => Taxonomy.fromTables({ ...small, size: 2 }, none)).toThrow(/holds 1 species/);
    expect(() => Taxonomy.fromTables({ ...small, orders: [...small.orders, ...small.orders] }, none)).toThrow(/twice/);
    expect(() => Taxonomy.fromTables(small, { ...none, version: 'other' })).toThrow(/of other/);
    const dangling = { ...none, names: { Motacilla: { regulus: 'nobody1' } } };
    expect(() => Taxonomy.fromTables(small, dangling)).toThrow(/nobody1/);
  });
});

describe('find', () => {
  it.each([
    ['Parus caeruleus', 'Cyanistes caeruleus'],
    ['Dendroica coronata', 'Setophaga coronata'],
    ['Carduelis chloris', 'Chloris chloris'],
    ['Picoides pubescens', 'Dryobates pubescens'],
    ['Accipiter cooperii', 'Astur cooperii'],
    ['Regulus calendula', 'Corthylio calendula'],
    ['Corvus caurinus', 'Corvus brachyrhynchos'],
    ['Larus thayeri', 'Larus glaucoides'],
  ])('reads the old name %s as %s', (old, current) => {
    expect(taxonomy.find(old)?.scientificName).toBe(current);
  });

  it.each([
    ['Sterna maxima', 'Thalasseus maximus'],
    ['Casmerodius albus', 'Ardea alba'],
    ['Turdus migratoria', 'Turdus migratorius'],
  ])('allows %s the gender ending of its genus', (written, current) => {
    expect(taxonomy.find(written)?.scientificName).toBe(current);
  });

  it.each([
    ['Setophaga coronata auduboni', 'Setophaga coronata'],
    ['Circus cyaneus hudsonius', 'Circus hudsonius'],
    ['Gallus gallus domesticus', 'Gallus gallus'],
    ['Larus glaucescens × occidentalis', 'Larus'],
    ['Larus glaucescens \\xd7 occidentalis', 'Larus'],
  ])('reads %s as %s', (written, current) => {
    expect(taxonomy.find(written)?.scientificName).toBe(current);
  });

  it('takes any case and spacing, and names of genera and families', () => {
    expect(taxonomy.find('  regulus   REGULUS ')?.id).toBe('goldcr1');
    expect(taxonomy.find('Regulus_regulus')?.id).toBe('goldcr1');
    expect(taxonomy.find('regulus')?.rank).toBe('genus');
    expect(taxonomy.find('PARIDAE')?.rank).toBe('family');
    expect(taxonomy.find('Dendroica')?.id).toBe('Setophaga');
  });

  it.each(['', ' ', 'Homo sapiens', 'Regulus nowhere', 'Anas regulus × major', 'background'])(
    'knows nothing called "%s"',
    (name) => {
      expect(taxonomy.find(name)).toBeUndefined();
    },
  );

  it('never lets an old name hide a current one', () => {
    for (const id of taxonomy.speciesIds) expect(taxonomy.find(nameOf(id)!)?.id).toBe(id);
  });

  it('leads from every synonym to the taxon in the table', () => {
    for (const [first, rest] of Object.entries(synonyms.names)) {
      for (const [epithet, id] of Object.entries(rest)) expect(taxonomy.find(`${first} ${epithet}`)?.id).toBe(id);
    }
  });

  it('is a hash look-up: a hundred thousand take far less than scanning would', () => {
    const started = performance.now();
    for (let i = 0; i < 100_000; i += 1) taxonomy.find(i % 2 ? 'Parus caeruleus' : 'Nobody nowhere');
    // Scanning 11,000 names for each would be a billion comparisons: tens of seconds.
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe('ranks', () => {
  const [goldcrest, firecrest, blueTit] = ['goldcr1', 'firecr1', 'blutit'];

  it('climbs but does not descend', () => {
    expect(taxonomy.ancestor(goldcrest, 'species')?.id).toBe(goldcrest);
    expect(taxonomy.ancestor(goldcrest, 'genus')?.id).toBe('Regulus');
    expect(taxonomy.ancestor(goldcrest, 'family')?.id).toBe('Regulidae');
    expect(taxonomy.ancestor('Regulus', 'species')).toBeUndefined();
    expect(taxonomy.ancestor('Regulidae', 'genus')).toBeUndefined();
    expect(taxonomy.ancestor('nobody1', 'family')).toBeUndefined();
  });

  it('tells what lies within what', () => {
    expect(taxonomy.contains('Regulidae', goldcrest)).toBe(true);
    expect(taxonomy.contains('Regulus', 'Regulus')).toBe(true);
    expect(taxonomy.contains(goldcrest, 'Regulus')).toBe(false);
    expect(taxonomy.contains('Paridae', goldcrest)).toBe(false);
    expect(taxonomy.contains('Nowhere', goldcrest)).toBe(false);
  });

  it('finds the finest taxon that holds all', () => {
    expect(taxonomy.lowestCommon([goldcrest])?.id).toBe(goldcrest);
    expect(taxonomy.lowestCommon([goldcrest, firecrest])?.id).toBe('Regulus');
    expect(taxonomy.lowestCommon([goldcrest, 'ruckin'])?.id).toBe('Regulidae');
    expect(taxonomy.lowestCommon([goldcrest, 'Regulidae'])?.id).toBe('Regulidae');
    expect(taxonomy.lowestCommon([goldcrest, blueTit])).toBeNull();
    expect(taxonomy.lowestCommon([])).toBeNull();
    expect(taxonomy.lowestCommon([goldcrest, 'nobody1'])).toBeNull();
  });

  it('lists the species within a taxon', () => {
    expect(taxonomy.speciesIn('Regulus').map(nameOf)).toContain('Regulus ignicapilla');
    expect(taxonomy.speciesIn('Regulidae')).toContain('ruckin');
    expect(taxonomy.speciesIn(goldcrest)).toEqual([goldcrest]);
    expect(taxonomy.speciesIn('Nowhere')).toEqual([]);
    expectTypeOf<Taxonomy['speciesIn']>().returns.toEqualTypeOf<readonly TaxonId[]>();
  });
});

describe('common names', () => {
  const load = (language: string) =>
    CommonNames.fromTable(readJson(`public/taxonomy/names/${language}.json`), taxonomy);
  const listed = readJson('public/taxonomy/languages.json') as { languages: { language: string; species: number }[] };

  it('names every species and every family in English', () => {
    const english = load('en');
    expect(english.of('goldcr1')).toBe('Goldcrest');
    for (const id of taxonomy.speciesIds) {
      expect(english.of(id)).toBeTruthy();
      expect(english.of(taxonomy.get(id)!.family)).toBeTruthy();
    }
    expect(english.of('Regulidae')).toBe('Kinglets');
    expect(english.of('Regulus')).toBeUndefined();
  });

  it('holds only names that the language has of its own', () => {
    const english = load('en');
    const german = load('de');
    expect(german.of('goldcr1')).toBe('Wintergoldhähnchen');
    expect(taxonomy.speciesIds.filter((id) => german.of(id) === english.of(id))).toEqual([]);
  });

  it('lists twenty languages with the number of species each one names', () => {
    expect(listed.languages).toHaveLength(20);
    for (const { language, species } of listed.languages) {
      const names = load(language);
      expect(taxonomy.speciesIds.filter((id) => names.of(id) !== undefined)).toHaveLength(species);
    }
  });

  it('refuses names made for another version', () => {
    const other = { format: 1, version: 'older', language: 'de', species: [], families: {} };
    expect(() => CommonNames.fromTable(other, taxonomy)).toThrow(/older/);
  });
});

const KIT = '../shared/kit';
describe.skipIf(!existsSync(KIT))('the labels of the test kit (skipped where ../shared/kit is absent)', () => {
  const lines = (path: string) => readFileSync(`${KIT}/${path}`, 'utf8').trimEnd().split('\n');

  it('resolve for every photo class', () => {
    const labels = lines('models/image/inat_birds_965_labels.txt').map((line) => line.replace(/ \(.*\)$/, ''));
    expect(labels.filter((label) => !taxonomy.find(label))).toEqual(['background']);
  });

  it('resolve for every sound class', () => {
    const labels = lines('models/sound/birdnet_stm32n6_100_labels.txt').map((line) => line.split('_')[0]!);
    expect(labels.filter((label) => !taxonomy.find(label))).toEqual([]);
  });

  it('resolve for every bird of the geo model, and for none of its mammals and frogs', () => {
    const notBirds = new Set(readFileSync('models/taxonomy/not_birds.txt', 'utf8').split('\n'));
    const labels = lines('models/geo/geomodel_labels.txt').map((line) => line.split('\t')[1]!);
    const wrong = labels.filter((label) => (taxonomy.find(label) !== undefined) === notBirds.has(label.split(' ')[0]!));
    expect(wrong).toEqual([]);
  });
});
