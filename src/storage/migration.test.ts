import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import type { SoundRef } from '../domain/observation';
import { keptRecord } from '../testing/kept-records';
import { observation } from '../testing/ledger';
import { BirdListStore } from './bird-lists';
import { openDatabase } from './database';
import { NotebookStore } from './notebook';
import { QueueStore } from './queue';
import { RunStore } from './runs';
import { SoundStore } from './sounds';

const record = keptRecord('eurrob1');
const AT = '2026-05-17T06:12:00.000Z';

/** The database as version 2 or 3 of the app made it, with something in every store. */
async function earlier(version: 2 | 3): Promise<void> {
  const database = await openDB('goldcrest', version, {
    upgrade(made) {
      made.createObjectStore('tiles', { keyPath: 'key' });
      made.createObjectStore('providers', { keyPath: 'key' });
      made.createObjectStore('runs', { keyPath: 'id' }).createIndex('at', 'at');
      made.createObjectStore('recordings', { keyPath: 'id' });
      made.createObjectStore('chunks', { keyPath: ['recording', 'index'] });
      made.createObjectStore('sounds', { keyPath: ['observation', 'ref'] });
      if (version === 2) return;
      made.createObjectStore('observations', { keyPath: 'id' }).createIndex('media', 'hashes', { multiEntry: true });
      made.createObjectStore('identifications', { keyPath: 'id' }).createIndex('observation', 'observation');
      made.createObjectStore('media', { keyPath: 'sha256' });
      made.createObjectStore('keptRuns', { keyPath: 'id' }).createIndex('observation', 'observation');
    },
  });
  await database.put('tiles', { key: 'tile', bytes: new Uint8Array([1, 2]) });
  await database.put('providers', { key: 'model', provider: 'wasm', milliseconds: {}, refused: {} });
  const events = [{ type: 'started', run: 'run-1', at: AT, observation: observation() }];
  await database.put('runs', { id: 'run-1', at: AT, events, thumbnail: new Blob(['picture']) });
  await database.put('recordings', { id: 'dawn', at: AT, sampleRate: 48_000 });
  await database.put('chunks', { recording: 'dawn', index: 0, samples: new Int16Array([1, 2, 3]) });
  await database.put('sounds', { observation: 'o', ref: 'sound-1', name: 'a.wav', file: new Blob(['w']), erased: [] });
  if (version === 3) {
    const { observation: kept, identifications } = record;
    await database.put('observations', { ...kept, hashes: kept.media.map(({ sha256 }) => sha256) });
    for (const word of identifications) await database.put('identifications', word);
    await database.put('media', { sha256: kept.media[0]!.sha256, file: new Blob(['photo']) });
    await database.put('keptRuns', { id: kept.run, observation: kept.id, at: AT, events, thumbnail: null });
  }
  database.close();
}

test.each([2, 3] as const)(
  'a database of version %i keeps everything it had, and has room for what is new',
  async (version) => {
    // A device where the app was not opened yet in its version of now.
    globalThis.indexedDB = new IDBFactory();
    await earlier(version);
    const database = (await openDatabase())!;
    expect(database.version).toBe(4);
    expect(await new QueueStore(database).unfinished()).toEqual([]);
    expect(await new RunStore(database).list()).toMatchObject([{ id: 'run-1', at: AT }]);
    expect(await new SoundStore(database).load('o', 'sound-1' as SoundRef)).toMatchObject({ name: 'a.wav' });
    expect(await database.get('tiles', 'tile')).toMatchObject({ bytes: new Uint8Array([1, 2]) });
    expect(await database.get('providers', 'model')).toMatchObject({ provider: 'wasm' });
    expect(await database.get('chunks', ['dawn', 0])).toMatchObject({ samples: new Int16Array([1, 2, 3]) });
    expect(await database.count('recordings')).toBe(1);
    const notebook = new NotebookStore(database);
    expect(await notebook.list()).toEqual(version === 2 ? [] : [record]);
    if (version === 3) {
      expect(await (await notebook.mediaOf(record.observation.media[0]!.sha256))!.text()).toBe('photo');
      expect(await notebook.runsOf(record.observation.id)).toHaveLength(1);
    }
    expect(await new BirdListStore(database).list()).toEqual([]);
  },
);
