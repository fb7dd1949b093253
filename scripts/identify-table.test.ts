import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SoundRefSchema } from '../src/domain/observation';
import { SOUND_ENDINGS } from '../src/media/sound/is-sound.ts';
import * as v from 'valibot';
import { findFiles } from './identify-files.ts';
import { IdentifyTable } from './identify-table.ts';

type Report = Parameters<IdentifyTable['add']>[1];

const SOUND = v.parse(SoundRefSchema, 'sound-1');
const verdict: Report['verdict'] = {
  ...{ grain: 'species', scientificName: 'Turdus merula', commonName: 'Eurasian Blackbird', rank: 'species' },
  ...{ probability: 0.9, rule: 'species_with_place', guess: null, alternatives: [], help: [] },
};
const recording = (seconds: number): Report => ({
  verdict,
  birds: [
    {
      ...{ scientificName: 'Turdus merula', commonName: 'Eurasian Blackbird', probability: 0.9, verdict },
      times: [{ sound: SOUND, from: 3, to: 6, probability: 0.9 }],
    },
  ],
  sounds: [{ sound: SOUND, seconds, topHz: 24_000 }],
});
const photo: Report = { verdict, birds: [], sounds: [] };

const folder = () => mkdtempSync(join(tmpdir(), 'goldcrest-table-'));
const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);

describe('the table of identify', () => {
  it('has a row for each bird of a recording and one for a photo', () => {
    const file = join(folder(), 'birds.csv');
    const table = new IdentifyTable(file, {});
    table.add('a.wav', recording(60));
    table.add('b.jpg', photo);
    expect(lines(file).slice(1)).toEqual([
      'a.wav,3.00,6.00,Turdus merula,Eurasian Blackbird,0.900,species',
      'b.jpg,0.00,0.00,Turdus merula,Eurasian Blackbird,0.900,species',
    ]);
  });

  it('counts times and selections on from file to file for Raven', () => {
    const file = join(folder(), 'birds.txt');
    const table = new IdentifyTable(file, {});
    table.add('day/a.wav', recording(60));
    table.add('day/b.wav', recording(60));
    const cells = lines(file).map((line) => line.split('\t'));
    expect(cells.slice(1).map(([number, , , begin]) => [number, begin])).toEqual([
      ['1', '3.000'],
      ['2', '63.000'],
    ]);
  });

  it('goes on after a cut as if there had been none', () => {
    const [whole, cut] = ['whole.csv', 'cut.csv'].map((name) => join(folder(), name)) as [string, string];
    for (const file of [whole, cut]) new IdentifyTable(file, { pack: 'starter' }).add('a.wav', recording(60));
    // Cut while the rows of the next file were being written, and a line of the journal.
    appendFileSync(cut, 'b.wav,3.00');
    appendFileSync(`${cut}.done.jsonl`, '{"file":"b.wa');
    for (const file of [whole, cut]) {
      const table = new IdentifyTable(file, { pack: 'starter' });
      expect([table.isDone('a.wav'), table.isDone('b.wav')]).toEqual([true, false]);
      table.add('b.wav', recording(60));
    }
    expect(readFileSync(cut, 'utf8')).toBe(readFileSync(whole, 'utf8'));
    expect(lines(cut)).toHaveLength(3);
  });

  it('tries a file again that could not be read', () => {
    const file = join(folder(), 'birds.csv');
    new IdentifyTable(file, {}).addProblem('a.wav', 'This file is empty.');
    expect(new IdentifyTable(file, {}).isDone('a.wav')).toBe(false);
  });

  it('refuses to go on with other settings, or to write over a file that it did not begin', () => {
    const file = join(folder(), 'birds.csv');
    new IdentifyTable(file, { pack: 'starter' }).add('a.wav', recording(60));
    expect(() => new IdentifyTable(file, { pack: 'field-sound' })).toThrow('another pack');
    const other = join(folder(), 'notes.csv');
    writeFileSync(other, 'mine');
    expect(() => new IdentifyTable(other, {})).toThrow('is there already');
  });
});

it('takes what is in folders to the bottom, in one order, and files by their names', () => {
  const at = folder();
  mkdirSync(join(at, 'day/late'), { recursive: true });
  for (const name of ['day/b.wav', 'day/late/a.MP3', 'day/notes.txt', 'day/.hidden.wav', 'own.dat'])
    writeFileSync(join(at, name), '');
  const path = (name: string) => join(at, name);
  expect(findFiles(['own.dat', 'day', 'gone.jpg'], path)).toEqual({
    files: ['own.dat', 'day/b.wav', 'day/late/a.MP3'],
    missing: ['gone.jpg'],
    folders: true,
  });
});

it('takes the same recordings as the workflow for seasons', () => {
  const snakefile = readFileSync(join(import.meta.dirname, '../workflows/season/Snakefile'), 'utf8');
  const [, endings = ''] = /^MEDIA = set\("([^"]+)"/m.exec(snakefile) ?? [];
  expect(endings.split(' ')).toEqual(SOUND_ENDINGS);
});
