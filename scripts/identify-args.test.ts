import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANSWERS as APP_ANSWERS } from '../src/domain/questions/answers.ts';
import { ANSWERS, readArguments, UsageError } from './identify-args.ts';

const packs = mkdtempSync(join(tmpdir(), 'packs-'));
mkdirSync(join(packs, 'starter'));
writeFileSync(join(packs, 'starter/manifest.json'), '{}');
const own = mkdtempSync(join(tmpdir(), 'own-'));

const read = (...args: string[]) => readArguments(args, { packs, today: '2026-11-16' });

describe('the arguments of identify', () => {
  it('are the files alone, with everything else at its default', () => {
    expect(read('a.jpg', 'b.jpg')).toEqual({
      files: ['a.jpg', 'b.jpg'],
      place: null,
      day: null,
      note: null,
      answers: [],
      policy: 'blueprint',
      pack: { name: 'starter', folder: null },
      each: false,
      list: null,
      table: null,
      verbose: false,
      json: false,
      help: false,
    });
  });

  it.each([
    ['47.37,8.54', { latitude: 47.37, longitude: 8.54 }],
    ['-33.9, 151.2', { latitude: -33.9, longitude: 151.2 }],
  ])('take the place %s', (text, place) => {
    expect(read(`--place=${text}`, 'a.jpg').place).toEqual(place);
  });

  it.each([
    ['no file', []],
    ['an unknown option', ['--plaice', '1,2', 'a.jpg']],
    ['half a place', ['--place', '47.3', 'a.jpg']],
    ['a latitude over the pole', ['--place', '91,0', 'a.jpg']],
    ['a longitude round the world', ['--place', '0,181', 'a.jpg']],
    ['a day that does not exist', ['--date', '2026-02-30', 'a.jpg']],
    ['a date in another order', ['--date', '17.05.2026', 'a.jpg']],
    ['a day in the future', ['--date', '2026-11-17', 'a.jpg']],
    ['an answer to no question', ['--answer', 'colour=red', 'a.jpg']],
    ['an answer that no question has', ['--answer', 'size=whale', 'a.jpg']],
    ['a pack that is not there', ['--pack', 'nowhere', 'a.jpg']],
    ['a folder that is no pack', ['--pack', own, 'a.jpg']],
  ])('refuse %s', (_what, args) => {
    expect(() => read(...args)).toThrow(UsageError);
  });

  it('take what the observer says of the bird, in the words of the app', () => {
    expect(ANSWERS).toEqual(APP_ANSWERS);
    expect(read('--answer', 'size=thrush', '--answer', 'where=coast', 'a.jpg').answers).toEqual([
      { question: 'size', said: 'thrush', from: 'given' },
      { question: 'where', said: 'coast', from: 'given' },
    ]);
  });

  it('take any folder with a manifest as a pack', () => {
    writeFileSync(join(own, 'manifest.json'), '{}');
    expect(read('--pack', own, 'a.jpg').pack.folder).toBe(own);
  });
});
