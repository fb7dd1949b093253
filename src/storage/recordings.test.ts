import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase, type Database } from './database';
import { RecordingStore } from './recordings';

const RATE = 1000;
let database: Database;
let recordings: RecordingStore;

beforeEach(async () => {
  database = (await openDatabase())!;
  recordings = new RecordingStore(database);
  await recordings.clear();
});

const second = (value: number, length = RATE): Int16Array<ArrayBuffer> => new Int16Array(length).fill(value);

async function record(id: string, ...chunks: Int16Array<ArrayBuffer>[]): Promise<void> {
  await recordings.begin({ id, at: `2026-05-17T06:00:0${id.length}.000Z`, sampleRate: RATE });
  for (const [index, chunk] of chunks.entries())
    expect(await recordings.append(id, index, chunk)).toEqual({ ok: true, value: undefined });
}

test('after a crash every stored second is offered again, in order', async () => {
  await record('dawn', second(1), second(2), second(3, 400));
  // A new start of the app: nothing in memory, only what was stored.
  const after = new RecordingStore(await openDatabase());
  const [found] = await after.cutOff();
  expect(found).toMatchObject({ id: 'dawn', seconds: 2.4, sampleRate: RATE });
  const bytes = await (await after.file(found!))!.arrayBuffer();
  const samples = new Int16Array(bytes.slice(44));
  expect(samples).toHaveLength(2400);
  expect([samples[0], samples[1500], samples[2399]]).toEqual([1, 2, 3]);
});

test('the newest comes first, and one without a single chunk is not worth offering', async () => {
  await record('a', second(1));
  await record('bb', second(1));
  await record('ccc');
  expect((await recordings.cutOff()).map(({ id }) => id)).toEqual(['bb', 'a']);
  expect(await database.count('recordings')).toBe(2);
});

test('what found no room any more still gets into the file', async () => {
  await record('full', second(1));
  const file = await recordings.file({ id: 'full', sampleRate: RATE }, [second(7, 10)]);
  expect(file!.size).toBe(44 + 2 * (RATE + 10));
});

test('once it is an observation, or thrown away, nothing of it is left', async () => {
  await record('one', second(1), second(2));
  await record('other', second(5));
  await recordings.remove('one');
  expect(await recordings.file({ id: 'one', sampleRate: RATE })).toBeNull();
  expect(await database.count('chunks')).toBe(1);
});

test('without a database it says so instead of losing seconds silently', async () => {
  const nowhere = new RecordingStore(null);
  const stored = await nowhere.append('x', 0, second(1));
  expect(stored).toMatchObject({ ok: false, problem: { code: 'storage_unavailable' } });
  expect(await nowhere.cutOff()).toEqual([]);
});
