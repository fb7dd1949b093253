import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { personWord } from '../domain/notebook/keeping';
import type { KeptObservation } from '../domain/notebook/kept';
import type { SoundRef } from '../domain/observation';
import type { TaxonId } from '../domain/taxonomy';
import { observation } from '../testing/ledger';
import { openDatabase, type Database, type RunRecord } from './database';
import { NotebookStore, type NewEntry } from './notebook';
import { RunStore } from './runs';

const AT = '2026-05-17T06:12:00.000Z';
const robin = { taxon: 'eurrob1' as TaxonId, scientificName: 'Erithacus rubecula' };
let database: Database;
let notebook: NotebookStore;

beforeEach(async () => {
  database = (await openDatabase())!;
  notebook = new NotebookStore(database);
  await notebook.clear();
  await new RunStore(database).clear();
});

function runOf(id: string): RunRecord {
  const events = [{ type: 'started', run: id, at: AT, observation: observation() }] as unknown as RunRecord['events'];
  return { id, at: AT, events, thumbnail: null };
}

function newEntry(hash = 'a', changes: Partial<KeptObservation> = {}): NewEntry {
  const id = crypto.randomUUID();
  const sha256 = hash.repeat(64);
  const common = { sha256, name: 'robin.jpg', type: 'image/jpeg', bytes: 3, original: true };
  const kept: KeptObservation = {
    format: 1,
    id,
    keptAt: AT,
    changedAt: AT,
    observation: observation(),
    time: null,
    count: null,
    media: [{ ...common, ref: 'sound-1' as SoundRef }],
    run: id,
    packs: [],
    ...changes,
  };
  const said = { ...personWord(id, 'confirmed', robin), kind: 'machine' as const };
  return { observation: kept, identifications: [said], media: [{ sha256, file: new Blob([hash]) }], run: runOf(id) };
}

test('what is kept is found again, with its media and its run, and is no draft any more', async () => {
  const entry = newEntry();
  const runs = new RunStore(database);
  await runs.save(entry.run.events, null);
  expect(await notebook.keep(entry)).toEqual({ ok: true });
  const { observation: kept, identifications } = entry;
  expect(await notebook.load(kept.id)).toEqual({ observation: kept, identifications });
  expect(await notebook.list()).toEqual([{ observation: kept, identifications }]);
  expect(await (await notebook.mediaOf('a'.repeat(64)))!.text()).toBe('a');
  expect(await notebook.ofRun(entry.run.id)).toMatchObject({ observation: { id: kept.id } });
  expect(await runs.list()).toEqual([]);
  expect(await runs.load(entry.run.id)).toMatchObject({ id: entry.run.id });
});

test('kept twice it is there once, as it was kept first', async () => {
  const entry = newEntry();
  await notebook.keep(entry);
  await notebook.keep({ ...entry, identifications: [{ ...entry.identifications[0]!, id: crypto.randomUUID() }] });
  expect(await notebook.count()).toBe(1);
  expect((await notebook.load(entry.observation.id))!.identifications).toEqual(entry.identifications);
});

test('a run that is saved once more after it was kept, with its picture, does not become a draft again', async () => {
  const entry = newEntry();
  await notebook.keep(entry);
  const runs = new RunStore(database);
  await runs.save(entry.run.events, new Blob(['picture']));
  expect(await runs.list()).toEqual([]);
  expect((await notebook.runsOf(entry.observation.id))[0]!.thumbnail).not.toBeNull();
});

test('where one part of it cannot be written, nothing of it is', async () => {
  const entry = newEntry();
  const broken = { ...entry, media: [{ sha256: 'b'.repeat(64), file: (() => 0) as unknown as Blob }] };
  expect(await notebook.keep(broken)).toMatchObject({ ok: false });
  expect(await notebook.list()).toEqual([]);
  expect(await database.count('identifications')).toBe(0);
  expect(await database.count('keptRuns')).toBe(0);
});

test('a full device is told in words, and nothing is half kept', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await notebook.keep(newEntry())).toMatchObject({ ok: false, problem: { code: 'storage_full' } });
  put.mockRestore();
  expect(await notebook.count()).toBe(0);
});

test('without a database, and with one that a newer version has closed, it says so', async () => {
  expect(await new NotebookStore(null).keep(newEntry())).toMatchObject({ problem: { code: 'storage_unavailable' } });
  expect(await new NotebookStore(null).list()).toEqual([]);
  const closed = (await openDatabase())!;
  closed.close();
  expect(await new NotebookStore(closed).keep(newEntry())).toMatchObject({ problem: { code: 'storage_closed' } });
});

test('identifications grow, and to an observation that is gone none can be added', async () => {
  const { observation: kept, ...rest } = newEntry();
  await notebook.keep({ observation: kept, ...rest });
  const word = personWord(kept.id, 'confirmed', robin);
  await notebook.identify(word);
  await notebook.identify(word);
  expect((await notebook.load(kept.id))!.identifications).toHaveLength(2);
  await notebook.remove(kept.id);
  expect(await notebook.identify(word)).toMatchObject({ ok: false, problem: { code: 'observation_gone' } });
  expect(await database.count('identifications')).toBe(0);
});

test('place, note and count can be changed, and what was not named stays', async () => {
  const entry = newEntry();
  await notebook.keep(entry);
  const later = '2026-05-18T06:12:00.000Z';
  await notebook.change(entry.observation.id, { count: 3, note: 'a pair and a young one' }, later);
  const { observation: changed } = (await notebook.load(entry.observation.id))!;
  expect(changed).toMatchObject({ count: 3, changedAt: later, keptAt: AT, run: entry.observation.run });
  expect(changed.observation).toEqual({ ...entry.observation.observation, note: 'a pair and a young one' });
});

test('a photo that comes later is kept beside the first, once', async () => {
  const { observation: kept, ...rest } = newEntry('a');
  await notebook.keep({ observation: kept, ...rest });
  const later = newEntry('b');
  for (let times = 0; times < 2; times++) await notebook.addMedia(kept.id, later.observation.media, later.media);
  const { observation: now } = (await notebook.load(kept.id))!;
  expect(now.media.map(({ sha256 }) => sha256[0])).toEqual(['a', 'b']);
  expect(await notebook.mediaOf('b'.repeat(64))).not.toBeNull();
  await notebook.remove(kept.id);
  expect(await database.count('media')).toBe(0);
});

test('asked again, the machine’s second word stands beside the first, and both runs are there', async () => {
  const entry = newEntry();
  await notebook.keep(entry);
  const again = runOf(crypto.randomUUID());
  const { id } = entry.observation;
  await notebook.judged({ ...entry.identifications[0]!, id: crypto.randomUUID(), taxon: null }, again);
  expect((await notebook.load(id))!.identifications).toHaveLength(2);
  expect((await notebook.runsOf(id)).map((run) => run.id).sort()).toEqual([entry.run.id, again.id].sort());
  expect((await notebook.ofRun(again.id))!.observation.id).toBe(id);
});

test('a removal takes everything but media that another observation has too, and can be undone', async () => {
  const [one, other, alone] = [newEntry('a'), newEntry('a'), newEntry('c')];
  for (const entry of [one, other, alone]) await notebook.keep(entry);
  await notebook.remove(one.observation.id);
  expect(await notebook.mediaOf('a'.repeat(64))).not.toBeNull();
  const removed = (await notebook.remove(alone.observation.id))!;
  expect(await notebook.mediaOf('c'.repeat(64))).toBeNull();
  expect(await notebook.count()).toBe(1);
  await notebook.restore(removed);
  expect(await notebook.load(alone.observation.id)).toMatchObject({ identifications: alone.identifications });
  expect(await notebook.mediaOf('c'.repeat(64))).not.toBeNull();
  expect(await notebook.ofRun(alone.run.id)).not.toBeNull();
});

test('a change in one tab is told to the other', async () => {
  const heard = vi.fn();
  const other = new NotebookStore(await openDatabase());
  const stop = other.onChange(heard);
  await notebook.keep(newEntry());
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
  stop();
});
