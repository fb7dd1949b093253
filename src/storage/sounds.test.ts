import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { SoundRef } from '../domain/observation';
import { openDatabase } from './database';
import { SoundStore } from './sounds';

const ref = 'sound-1' as SoundRef;

test('a recording is kept with its observation, and goes when no run speaks of that any more', async () => {
  const sounds = new SoundStore(await openDatabase());
  for (const observation of ['kept', 'gone']) {
    const file = new Blob([observation]);
    expect(await sounds.save({ observation, ref, name: 'dawn.wav', file, erased: [] })).toEqual({
      ok: true,
      value: undefined,
    });
  }
  await sounds.sweep(['kept']);
  expect(await sounds.load('kept', ref)).toMatchObject({ name: 'dawn.wav', erased: [] });
  expect(await sounds.load('gone', ref)).toBeUndefined();
  await sounds.clear();
  expect(await sounds.load('kept', ref)).toBeUndefined();
});

test('where the browser keeps nothing, saving says so', async () => {
  const nowhere = new SoundStore(null);
  const stored = await nowhere.save({ observation: 'o', ref, name: 'a', file: new Blob([]), erased: [] });
  expect(stored.ok).toBe(false);
  expect(await nowhere.load('o', ref)).toBeUndefined();
});
