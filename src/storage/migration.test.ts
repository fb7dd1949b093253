import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import type { SoundRef } from '../domain/observation';
import { observation } from '../testing/ledger';
import { BirdListStore } from './bird-lists';
import { openDatabase } from './database';
import { NotebookStore } from './notebook';
import { QueueStore } from './queue';
import { RunStore } from './runs';
import { SoundStore } from './sounds';

const AT = '2026-05-17T06:12:00.000Z';

/** The database as version 2 of the app made it, with something in every store. */
async function versionTwo(): Promise<void> {
  const database = await openDB('goldcrest', 2, {
    upgrade(made) {
      made.createObjectStore('tiles', { keyPath: 'key' });
      made.createObjectStore('providers', { keyPath: 'key' });
      made.createObjectStore('runs', { keyPath: 'id' }).createIndex('at', 'at');
      made.createObjectStore('recordings', { keyPath: 'id' });
      made.createObjectStore('chunks', { keyPath: ['recording', 'index'] });
      made.createObjectStore('sounds', { keyPath: ['observation', 'ref'] });
    },
  });
  await database.put('tiles', { key: 'tile', bytes: new Uint8Array([1, 2]) });
  await database.put('providers', { key: 'model', provider: 'wasm', milliseconds: {}, refused: {} });
  const events = [{ type: 'started', run: 'run-1', at: AT, observation: observation() }];
  await database.put('runs', { id: 'run-1', at: AT, events, thumbnail: new Blob(['picture']) });
  await database.put('recordings', { id: 'dawn', at: AT, sampleRate: 48_000 });
  await database.put('chunks', { recording: 'dawn', index: 0, samples: new Int16Array([1, 2, 3]) });
  await database.put('sounds', { observation: 'o', ref: 'sound-1', name: 'a.wav', file: new Blob(['w']), erased: [] });
  database.close();
}

test('a database of the version before keeps everything it had, and has room for the notebook', async () => {
  // A device where the app was not opened yet in its version of now.
  globalThis.indexedDB = new IDBFactory();
  await versionTwo();
  const database = (await openDatabase())!;
  expect(database.version).toBe(4);
  expect(await new QueueStore(database).unfinished()).toEqual([]);
  expect(await new RunStore(database).list()).toMatchObject([{ id: 'run-1', at: AT }]);
  expect(await new SoundStore(database).load('o', 'sound-1' as SoundRef)).toMatchObject({ name: 'a.wav' });
  expect(await database.get('tiles', 'tile')).toMatchObject({ bytes: new Uint8Array([1, 2]) });
  expect(await database.get('providers', 'model')).toMatchObject({ provider: 'wasm' });
  expect(await database.get('chunks', ['dawn', 0])).toMatchObject({ samples: new Int16Array([1, 2, 3]) });
  expect(await database.count('recordings')).toBe(1);
  expect(await new NotebookStore(database).list()).toEqual([]);
  expect(await new BirdListStore(database).list()).toEqual([]);
});
