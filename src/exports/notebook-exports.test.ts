import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { hashOf, keptRecord } from '../testing/kept-records';
import { answered, PHOTO, photo, taxonomy } from '../testing/ledger';
import published from '../testing/published-terms.json';
import { darwinCoreArchive } from './darwin-core';
import { MULTIMEDIA_TERMS, OCCURRENCE_TERMS } from './darwin-core-terms';
import { ebirdFiles } from './ebird';
import { geojsonFile } from './geojson';
import { inaturalistFile } from './inaturalist';
import { exportRecords, type Choice, type ExportRecord, type Source } from './records';
import { regionsIn } from './regions';
import { Spuhs } from './spuhs';
import { xmpFiles } from './xmp';

const spuhs = Spuhs.fromTable(JSON.parse(readFileSync('public/taxonomy/spuhs.json', 'utf8')));
const hasPython = spawnSync('python3', ['--version']).status === 0;

function records(sources: readonly Source[], choice: Partial<Choice> = {}): ExportRecord[] {
  return exportRecords(sources, { which: 'confirmed', blur: 'exact', ...choice }, taxonomy, (id) => `name of ${id}`);
}

/** What Python, which shares no code with us, reads in a file. */
function python(program: string, input: string | Uint8Array): unknown {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program], { input });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
}

const READ_CSV =
  'import csv,io,json,sys; print(json.dumps(list(csv.reader(io.TextIOWrapper(sys.stdin.buffer,"utf-8",newline="")))))';
const READ_XML = `
import json,sys
import xml.etree.ElementTree as tree
print(json.dumps([[element.tag, element.attrib, element.text] for element in tree.fromstring(sys.stdin.buffer.read()).iter()]))`;

const csv = (content: string | Uint8Array): string[][] => python(READ_CSV, content) as string[][];
const xml = (content: string | Uint8Array): [string, Record<string, string>, string | null][] =>
  python(READ_XML, content) as [string, Record<string, string>, string | null][];

/** What libxml2 finds wrong with a file by one of the schemas in src/testing/schemas. */
async function schemaErrors(schema: string, xml: Uint8Array): Promise<string[]> {
  const read = { fileName: 'file.xml', contents: strFromU8(xml) };
  const by = { fileName: schema, contents: readFileSync(`src/testing/schemas/${schema}`, 'utf8') };
  return (await validateXML({ xml: [read], schema: [by] })).errors.map(({ message }) => message);
}

const NOTE = 'sang, "high"\nin the oak; =1+1';
const SOUTH = { latitude: -33.865143, longitude: -0.0000005, precisionKm: null, source: 'typed' as const };

describe('what is exported', () => {
  test('is by default what a person confirmed or corrected; what they rejected is never in it', () => {
    const sources = [
      keptRecord('eurrob1'),
      keptRecord('eurrob1', ['machine']),
      keptRecord('eurrob1', ['machine', 'rejected']),
      keptRecord('winwre4', ['machine', 'corrected']),
    ];
    expect(records(sources)).toHaveLength(2);
    expect(records(sources, { which: 'all' })).toHaveLength(3);
  });

  test('leaves out what a machine took for no bird, and calls a bird without a name Aves', () => {
    const [none, some] = [keptRecord(null, ['machine']), keptRecord(null, ['machine'])];
    none.identifications[0]!.machine!.rule = 'no_bird_found';
    some.identifications[0]!.machine!.rule = 'not_enough_evidence';
    expect(records([none, some], { which: 'all' }).map(({ scientificName }) => scientificName)).toEqual(['Aves']);
  });

  test('has today’s name where the table has changed since', () => {
    const old = keptRecord('gonefrom1');
    for (const one of old.identifications) one.scientificName = 'Parus caeruleus';
    expect(records([old])[0]).toMatchObject({ scientificName: 'Cyanistes caeruleus', taxon: { id: 'blutit' } });
  });

  test('a blurred place lies on a grid, says how far off it can be, and keeps no name', () => {
    const [exact] = records([keptRecord('eurrob1')]);
    const [blurred] = records([keptRecord('eurrob1')], { blur: 'tenKilometres' });
    expect(exact!.place).toMatchObject({ latitude: 47.37, uncertainty: 1000, rounded: null });
    expect(blurred!.place).toEqual({
      latitude: 47.4,
      longitude: 8.5,
      uncertainty: 7872 + 1000,
      rounded: 0.1,
      name: null,
      source: 'typed',
    });
  });
});

describe('the names of eBird for what is no species', () => {
  const of = (id: string): string => spuhs.of(taxonomy.get(id) ?? null);

  test('hold all of the taxon: the smallest such group', () => {
    expect(of('Laridae')).toBe('gull/tern sp.');
    expect(of('Chroicocephalus')).toBe('Chroicocephalus sp.');
    expect(of('Rissa')).toBe('Black-legged/Red-legged Kittiwake');
    expect(of('Struthio')).toBe('Common/Somali Ostrich');
    expect(of('Tytonidae')).toBe('owl sp.');
    expect(of('Regulus')).toBe('passerine sp.');
    expect(spuhs.of(null)).toBe('bird sp.');
  });

  test('are there for every genus and family of the table', () => {
    const taxa = new Set(taxonomy.speciesIds.flatMap((id) => [taxonomy.get(id)!.genus!, taxonomy.get(id)!.family]));
    for (const id of taxa) expect(of(id), id).toMatch(/ sp\.|\//);
  });
});

describe('eBird', () => {
  test('a row is a species, day and place, in 19 columns that no reader can misread', () => {
    const twice = [3, 5].map((count) => keptRecord('eurrob1', undefined, { count, observation: { note: NOTE } }));
    const { files, rows } = ebirdFiles(records([...twice, keptRecord('winwre4')]), spuhs);
    const [file] = files;
    expect(rows).toBe(2);
    expect(file!.content).not.toMatch(/"|\uFEFF/);
    const cells = (file!.content as string)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(cells.map((row) => row.length)).toEqual([19, 19]);
    expect(cells[0]).toEqual(
      [
        ['', 'Erithacus', 'rubecula', '5', 'sang; high in the oak; =1+1', 'Zürich; Switzerland', '47.37', '8.54'],
        ['5/17/2026', '6:12', '', '', 'Incidental', '', '', 'N', '', '', 'From Goldcrest.'],
      ].flat(),
    );
    expect(cells[1]![3]).toBe('X');
  });

  test('a bird that was not told to species goes by eBird’s group, with what it was called in the comments', () => {
    const { files } = ebirdFiles(records([keptRecord('Laridae'), keptRecord('Regulidae')]), spuhs);
    const cells = (files[0]!.content as string).split('\r\n').map((line) => line.split(','));
    expect(cells[0]!.slice(0, 5)).toEqual(['gull/tern sp.', '', '', 'X', 'Laridae']);
    expect(cells[1]!.slice(0, 5)).toEqual(['passerine sp.', '', '', 'X', 'Regulidae']);
  });

  test('without a day or a place there is no row, and it is counted', () => {
    const noDay = keptRecord('eurrob1', undefined, { time: null, observation: { day: null } });
    const noPlace = keptRecord('eurrob1', undefined, { observation: { place: null } });
    expect(ebirdFiles(records([noDay, noPlace]), spuhs)).toEqual({
      files: [],
      rows: 0,
      leftOut: { noDay: 1, noPlace: 1 },
    });
  });

  test('files stay under 1 MB, and together hold every row', () => {
    const species = taxonomy.speciesIds.slice(0, 5000);
    const sources = species.map((id) => keptRecord(id, undefined, { observation: { note: 'é'.repeat(200) } }));
    const { files, rows } = ebirdFiles(records(sources), spuhs);
    expect(files.length).toBeGreaterThan(2);
    const contents = files.map(({ content }) => content as string);
    for (const content of contents) expect(Buffer.byteLength(content)).toBeLessThanOrEqual(1_000_000);
    expect(contents.join('').split('\r\n')).toHaveLength(rows + 1);
  });
});

describe.skipIf(!hasPython)('read by Python, where it is installed', () => {
  test('eBird’s file has as many rows and columns', () => {
    const { files } = ebirdFiles(records([keptRecord('eurrob1', undefined, { observation: { note: NOTE } })]), spuhs);
    expect(csv(files[0]!.content).map((row) => row.length)).toEqual([19]);
  });

  test('iNaturalist’s columns are named to the letter, and southern latitudes are numbers', () => {
    const south = keptRecord('eurrob1', undefined, { observation: { place: SOUTH, note: NOTE } });
    const [head, row, blurred] = [
      ...csv(inaturalistFile(records([south])).content),
      csv(inaturalistFile(records([south], { blur: 'kilometre' })).content)[1],
    ];
    expect(head!.join(',')).toBe(
      'Taxon name,Date observed,Description,Place name,Latitude / y coord / northing,Longitude / x coord / easting,Tags,Geoprivacy',
    );
    expect(row).toEqual(['Erithacus rubecula', '2026-05-17 06:12', NOTE, '', '-33.865143', '0', 'Goldcrest', 'open']);
    expect(blurred!.slice(4)).toEqual(['-33.87', '0', 'Goldcrest', 'obscured']);
  });

  test('a Darwin Core archive describes its own columns, and every term is a published one', async () => {
    const sound = { ref: 'sound-1', sha256: hashOf('b'), name: 'a.wav', type: 'audio/wav', bytes: 1, original: true };
    const source = keptRecord('eurrob1', ['machine', 'confirmed'], { count: 2, observation: { note: NOTE } });
    source.observation.media.push(sound as never);
    const [record] = records([source]);
    const regions = [
      { ref: PHOTO, x: 0.125, y: 0.25, width: 0.5, height: 0.25 },
      { ref: 'sound-1' as never, from: 1.5, to: 4.5 },
    ];
    const dataset = { id: 'x', title: 'A & B <birds>', creator: 'me', published: '2026-05-18', count: 1 };
    const zip = unzipSync(darwinCoreArchive([{ record: record!, regions }], dataset, taxonomy).content as Uint8Array);
    expect(Object.keys(zip).sort()).toEqual(['eml.xml', 'meta.xml', 'multimedia.csv', 'occurrence.csv']);

    const [head, row] = csv(zip['occurrence.csv']!);
    const occurrence = Object.fromEntries(head!.map((name, index) => [name, row![index]]));
    expect(occurrence).toMatchObject({
      occurrenceID: `urn:uuid:${source.observation.id}`,
      basisOfRecord: 'HumanObservation',
      eventDate: '2026-05-17T06:12:00+02:00',
      individualCount: '2',
      scientificName: 'Erithacus rubecula',
      taxonRank: 'species',
      family: 'Muscicapidae',
      identifiedBy: 'the observer',
      identificationVerificationStatus: 'confirmed by observer',
      identificationRemarks: 'Machine (starter 1.4.0): eurrob1, species, probability 0.973, rule species_with_place',
      previousIdentifications: 'eurrob1 (machine by starter 1.4.0 on 2026-05-17, probability 0.973)',
      coordinateUncertaintyInMeters: '1000',
      dataGeneralizations: '',
      occurrenceRemarks: NOTE,
    });
    expect(JSON.parse(occurrence.dynamicProperties!)).toEqual({
      machineIdentification: {
        ...{ by: 'starter 1.4.0', scientificName: 'eurrob1' },
        ...{ grain: 'species', probability: 0.973, rule: 'species_with_place' },
      },
      packs: ['starter 1.4.0'],
    });

    const media = csv(zip['multimedia.csv']!);
    expect(media.map((cells) => cells.length)).toEqual(Array(5).fill(Object.keys(MULTIMEDIA_TERMS).length));
    expect(media.slice(1).map(([, identifier]) => identifier)).toEqual(
      ['a', 'b'].flatMap((digit) => [`urn:sha256:${hashOf(digit)}`, `urn:sha256:${hashOf(digit)}#1`]),
    );
    expect(media[2]!.slice(8)).toEqual([
      `urn:sha256:${hashOf('a')}`,
      ...['0.125000', '0.250000', '0.500000', '0.250000', '', ''],
    ]);
    expect(media[4]!.slice(-2)).toEqual(['1.500', '4.500']);

    const fields = xml(zip['meta.xml']!).filter(([tag]) => tag.endsWith('}field'));
    const terms = fields.map(([, { term }]) => term);
    expect(terms).toEqual([...Object.values(OCCURRENCE_TERMS), ...Object.values(MULTIMEDIA_TERMS).slice(1)]);
    expect(await schemaErrors('darwin-core-archive.xsd', zip['meta.xml']!)).toEqual([]);
    expect(await schemaErrors('eml.xsd', zip['eml.xml']!)).toEqual([]);
    const without = strToU8(strFromU8(zip['meta.xml']!).replace('<coreid index="0"/>', ''));
    expect(await schemaErrors('darwin-core-archive.xsd', without)).not.toEqual([]);
    expect(xml(zip['eml.xml']!).find(([tag]) => tag === 'title')?.[2]).toBe('A & B <birds>');
  });

  test('a sidecar is XML with the keywords where three programs look for them', () => {
    const [file] = xmpFiles(records([keptRecord('eurrob1')]));
    expect(file!.name).toBe('bird.jpg.xmp');
    const words = xml(file!.content).filter(([tag]) => tag.endsWith('}li'));
    const path = ['Birds', 'Passeriformes', 'Muscicapidae', 'Erithacus', 'Erithacus rubecula'];
    expect(words.map(([, , text]) => text)).toEqual([
      'name of eurrob1',
      'Erithacus rubecula',
      'Muscicapidae',
      path.join('|'),
      path.join('/'),
    ]);
  });
});

test('every Darwin Core and Audubon Core term is in the published lists', () => {
  const simple = published.darwinCore.map((name) => `http://rs.tdwg.org/dwc/terms/${name}`);
  const known = new Set([...simple, ...published.audubonCore]);
  const used = [...Object.values(OCCURRENCE_TERMS), ...Object.values(MULTIMEDIA_TERMS)];
  expect(used.filter((term) => !known.has(term))).toEqual([]);
});

test('a sensitive observation is always coarse, whatever was chosen for the others', () => {
  const sources = [keptRecord('eurrob1', undefined, { sensitive: true }), keptRecord('winwre4')];
  const [hidden, plain] = records(sources);
  expect(hidden!.place).toMatchObject({ latitude: 47.4, longitude: 8.5, rounded: 0.1, name: null });
  expect(plain!.place).toMatchObject({ latitude: 47.37, rounded: null, name: 'Zürich, Switzerland' });
});

test('what only a machine said is a machine’s observation, and an unknown precision is not zero', () => {
  const source = keptRecord('eurrob1', ['machine'], { observation: { place: SOUTH } });
  const [record] = records([source], { which: 'all' });
  const dataset = { id: 'x', title: 't', creator: 'me', published: '2026-05-18', count: 1 };
  const zip = unzipSync(darwinCoreArchive([{ record: record!, regions: [] }], dataset, taxonomy).content as Uint8Array);
  const [, row] = strFromU8(zip['occurrence.csv']!).split('\r\n');
  expect(row).toContain(',MachineObservation,present,');
  expect(row).toContain(',unverified,');
  expect(row).toContain(',-33.865143,0,EPSG:4326,,');
});

test('the regions of a photo are fractions of it, from the box that was chosen or the largest that was found', () => {
  const found = { box: { x: 0, y: 0, width: 400, height: 300 }, score: 0.9 };
  const payload = { count: 1, birds: [found], largest: 0, faint: [], bestBelow: 0 };
  const entry = { ...answered('detect_bird', { image: PHOTO }, payload), id: 1 };
  const { observation } = keptRecord('eurrob1', [], { observation: { photos: [photo()] } }).observation;
  expect(regionsIn([{ type: 'evidence', entry }], observation, null, taxonomy)).toEqual([
    { ref: PHOTO, x: 0, y: 0, width: 0.5, height: 0.5 },
  ]);
});

test('GeoJSON has the longitude first, and keeps what has no place', () => {
  const noPlace = keptRecord('eurrob1', undefined, { observation: { place: null } });
  const { content } = geojsonFile(records([keptRecord('eurrob1'), noPlace]));
  const { features } = JSON.parse(content as string) as { features: { geometry: unknown }[] };
  expect(features.map(({ geometry }) => geometry)).toEqual([{ type: 'Point', coordinates: [8.54, 47.37] }, null]);
});

test('sidecars of photos of one name do not overwrite each other, and stay inside the archive', () => {
  const other = keptRecord('winwre4');
  const strange = keptRecord('winwre4');
  strange.observation.media[0]!.name = '../../etc/a.jpg';
  const names = xmpFiles(records([keptRecord('eurrob1'), other, strange])).map(({ name }) => name);
  expect(new Set(names).size).toBe(3);
  expect(names.at(-1)).toBe('__.._etc_a.jpg.xmp');
});
