import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { SoundRef } from '../domain/observation';
import { keptRecord } from '../testing/kept-records';
import { taxonomy } from '../testing/ledger';
import { darwinCoreArchive } from './darwin-core';
import { ebirdFiles } from './ebird';
import { geojsonFile } from './geojson';
import { inaturalistFile } from './inaturalist';
import { selectedSounds } from './notebook-sounds';
import { ravenTable } from './raven';
import { exportRecords, type ExportRecord, type Source } from './records';
import { Spuhs } from './spuhs';
import { tableFile } from './table';
import { xmpFiles } from './xmp';

// In every file a person's word and a machine's are told apart.

const spuhs = Spuhs.fromTable(JSON.parse(readFileSync('public/taxonomy/spuhs.json', 'utf8')));
const records = (sources: readonly Source[]): ExportRecord[] =>
  exportRecords(sources, { which: 'all', blur: 'exact' }, taxonomy, (id) => `name of ${id}`);

const corrected = keptRecord('winwre4', ['machine', 'corrected']);
corrected.identifications[0]!.taxon = 'eurrob1' as never;
corrected.identifications[0]!.scientificName = 'Erithacus rubecula';
corrected.identifications[1]!.by = 'Ada';
const [open, named] = records([keptRecord('eurrob1', ['machine']), corrected]);
const SOUTH = { latitude: -33.865143, longitude: -0.0000005, precisionKm: null, source: 'typed' as const };
const sound = { ref: 'sound-1' as SoundRef, name: 'dawn.wav', seconds: 20, sampleRate: 48_000, channels: 1 };
const MACHINE = 'Named by the app (97%); not checked by the observer';
/** A machine’s figures, wherever they could be taken for the person’s. */
const FIGURES = /97|species_with_place|starter/;

test('eBird, iNaturalist', () => {
  const [first, second] = (ebirdFiles([open!, named!], spuhs).files[0]!.content as string).split('\r\n');
  expect(first!.split(',')[4]).toBe(MACHINE);
  expect(second).toMatch(/^,Troglodytes,troglodytes,X,,/);
  const [, a, b] = inaturalistFile([open!, named!]).content.toString().split('\r\n');
  expect(a).toContain(MACHINE);
  expect(b).not.toMatch(/app/);
});

test('GeoJSON, and sidecars', () => {
  const { features } = JSON.parse(geojsonFile([open!, named!]).content as string) as {
    features: { properties: object }[];
  };
  expect(features[0]!.properties).toMatchObject({
    status: 'unchecked',
    byMachine: true,
    identifiedBy: 'starter 1.4.0',
  });
  expect(features[1]!.properties).toMatchObject({ status: 'corrected', byMachine: false, identifiedBy: 'Ada' });
  expect(features[1]!.properties).toHaveProperty('probability', null);
  const [a, b] = xmpFiles([open!, named!]).map(({ content }) => content as string);
  expect(a).toContain('<rdf:li>Goldcrest: unchecked</rdf:li>');
  expect(b).not.toContain('unchecked');
});

test('a Darwin Core archive: the machine’s figures stand only beside the name that the machine gave', () => {
  const dataset = { id: 'x', title: 't', creator: 'me', published: '2026-05-18', count: 1 };
  const archive = darwinCoreArchive([{ record: named!, regions: [] }], dataset, taxonomy);
  const zip = unzipSync(archive.content as Uint8Array);
  const [head, row] = strFromU8(zip['occurrence.csv']!).split('\r\n');
  const before = row!.slice(0, row!.indexOf('Machine ('));
  expect(before).toContain('HumanObservation');
  expect(before).toContain(',Ada,');
  expect(before).not.toMatch(FIGURES);
  expect(head).toContain('identificationRemarks,previousIdentifications');
  expect(row).toContain('Machine (starter 1.4.0): Erithacus rubecula, species, probability 0.973');
  expect(row).toContain(
    '{""machineIdentification"":{""by"":""starter 1.4.0"",""scientificName"":""Erithacus rubecula""',
  );
});

test('the table of a spreadsheet has the app’s name in a column of its own, and numbers stay numbers', () => {
  const south = keptRecord('eurrob1', undefined, { observation: { place: SOUTH, note: '=1+1' } });
  const [head, row, other] = tableFile([...records([south]), named!])
    .content.toString()
    .split('\r\n');
  const cells = Object.fromEntries(head!.split(',').map((name, index) => [name, row!.split(',')[index]]));
  expect(cells).toMatchObject({
    latitude: '-33.865143',
    longitude: '0',
    note: "'=1+1",
    time: '2026-05-17T06:12:00+02:00',
  });
  expect(cells).toMatchObject({ status: 'confirmed', identified_by: 'the observer', app_probability: '0.973' });
  expect(other).toContain(',corrected,Ada,Erithacus rubecula,0.973,');
});

test('Raven: the times at which the app heard its bird, and the whole recording for a bird that only the person named', () => {
  const heard = [{ ref: sound.ref, from: 3, to: 6 }];
  const selected = [open!, named!].map((record, index) => {
    record.observation.observation.sounds = [sound];
    record.observation.media = [{ ...record.observation.media[0]!, ref: sound.ref }];
    return selectedSounds(record, index === 0 ? heard : [], () => 12_000);
  });
  const [, a, b] = ravenTable(selected.flat())
    .split('\n')
    .map((line) => line.split('\t').slice(8));
  expect(a).toEqual(['3.000', 'Erithacus rubecula', 'name of eurrob1', '0.973', 'species']);
  expect(b).toEqual(['0.000', 'Troglodytes troglodytes', 'name of winwre4', '', 'corrected by Ada']);
});
