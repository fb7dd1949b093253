import { expect, test } from 'vitest';
import { csvTable } from './csv';
import { ravenTable } from './raven';
import type { SelectedSound } from './selection';

const wren = {
  from: 3,
  to: 6,
  scientificName: 'Troglodytes troglodytes',
  commonName: 'Eurasian Wren',
  probability: 0.912,
  verdict: 'species',
};
const robin = {
  from: 0,
  to: 3,
  scientificName: 'Erithacus rubecula',
  commonName: 'European Robin',
  probability: 0.5,
  verdict: 'family Muscicapidae',
};
const dawn: SelectedSound = { name: 'dawn.wav', seconds: 60, topHz: 12_000, selections: [wren, robin] };

const cells = (table: string): string[][] =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

test('a Raven table has Raven’s own columns, to the letter, and every row has them all', () => {
  const [head, ...rows] = cells(ravenTable([dawn]));
  expect(head!.slice(0, 7)).toEqual([
    'Selection',
    'View',
    'Channel',
    'Begin Time (s)',
    'End Time (s)',
    'Low Freq (Hz)',
    'High Freq (Hz)',
  ]);
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toHaveLength(head!.length);
  expect(rows[0]).toEqual([
    '1',
    'Spectrogram 1',
    '1',
    '0.000',
    '3.000',
    '0.0',
    '12000.0',
    'dawn.wav',
    '0.000',
    'Erithacus rubecula',
    'European Robin',
    '0.500',
    'family Muscicapidae',
  ]);
});

test('in a list of files Raven’s time counts on, and the offset in the file is kept', () => {
  const [, , , second] = cells(ravenTable([dawn, { ...dawn, name: 'dusk.wav', selections: [wren] }]));
  expect(second!.slice(0, 9)).toEqual([
    '3',
    'Spectrogram 1',
    '1',
    '63.000',
    '66.000',
    '0.0',
    '12000.0',
    'dusk.wav',
    '3.000',
  ]);
});

test('a name with a tab or a line break does not shift the columns', () => {
  const table = cells(ravenTable([{ ...dawn, name: 'a\tb\nc.wav', selections: [wren] }]));
  expect(table).toHaveLength(2);
  expect(table[1]![7]).toBe('a b c.wav');
});

test('a CSV quotes what needs it and stays harmless in a spreadsheet', () => {
  const csv = csvTable([{ ...dawn, name: '=cmd, "x".wav', selections: [wren] }]);
  expect(csv.split('\r\n')[1]).toBe(`"'=cmd, ""x"".wav",3.00,6.00,Troglodytes troglodytes,Eurasian Wren,0.912,species`);
  expect(csv.endsWith('\r\n')).toBe(true);
});

test('a recording without birds is a table with its head and no rows', () => {
  const silent = { ...dawn, selections: [] };
  expect(cells(ravenTable([silent]))).toHaveLength(1);
  expect(csvTable([silent]).trimEnd().split('\r\n')).toHaveLength(1);
});
