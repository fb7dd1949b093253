import { beforeEach, expect, test } from 'vitest';
import { writeBackup } from '../backup/write';
import { entryOf, restoreAll, type Busy } from '../testing/killed-notebook';
import { openDatabase } from './database';
import { NotebookStore } from './notebook';
import { RestoreStore } from './restoring';
import { RunStore } from './runs';

/** A worker is killed as a tab is: at once, in the middle of whatever it writes. Together fifty. */
const KILLS = { keeping: 18, correcting: 16, restoring: 16 };
/** Enough that none of the workers gets to its end. */
const IDS = Array.from({ length: 400 }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);

const database = await openDatabase();
const notebook = new NotebookStore(database);
const runs = new RunStore(database);

beforeEach(async () => {
  await Promise.all([notebook.clear(), runs.clear()]);
});

/** Starts a tab that is busy, kills it at a random moment, and gives what it had been told is done. */
async function killed(busy: Busy, longest: number): Promise<string[]> {
  const worker = new Worker(new URL('../testing/killed-notebook.ts', import.meta.url), { type: 'module' });
  const done: string[] = [];
  await new Promise<void>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      if (data === 'begun') setTimeout(resolve, Math.random() * longest);
      else done.push(data);
    };
    worker.postMessage(busy);
  });
  worker.terminate();
  return done;
}

/** Every observation that is there is whole: once, with its word, its run and every byte of its photo. */
async function expectWhole(): Promise<string[]> {
  const entries = await notebook.list();
  const drafts = (await runs.list()).map(({ id }) => id);
  for (const { observation, identifications } of entries) {
    const { id, media } = observation;
    expect(identifications.filter((word) => word.id === id)).toHaveLength(1);
    expect((await notebook.runsOf(id)).map((run) => run.id)).toEqual([id]);
    expect(drafts).not.toContain(id);
    const file = await notebook.mediaOf(media[0]!.sha256);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file!.arrayBuffer()));
    expect(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(media[0]!.sha256);
  }
  const ids = entries.map(({ observation }) => observation.id);
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}

test('killed while keeping: what was kept is there, and what was not is still a draft', async () => {
  for (let kill = 0; kill < KILLS.keeping; kill++) {
    await Promise.all([notebook.clear(), runs.clear()]);
    const done = await killed({ with: 'keeping', ids: IDS }, 120);
    const kept = await expectWhole();
    const drafts = (await runs.list()).map(({ id }) => id);
    for (const id of done) {
      if (id.startsWith('draft ')) expect([...kept, ...drafts]).toContain(id.slice(6));
      else expect(kept).toContain(id);
    }
  }
});

test('killed while correcting: every word that was said is there once, and nothing else has changed', async () => {
  for (const id of IDS.slice(0, 60)) await notebook.keep(await entryOf(id));
  const said = new Set<string>();
  for (let kill = 0; kill < KILLS.correcting; kill++) {
    const ids = IDS.slice(0, 60).sort(() => Math.random() - 0.5);
    for (const id of await killed({ with: 'correcting', ids }, 60)) said.add(id);
    expect(await expectWhole()).toHaveLength(60);
  }
  for (const { observation, identifications } of await notebook.list()) {
    const corrected = identifications.filter(({ kind }) => kind === 'corrected');
    expect(corrected.length).toBeLessThanOrEqual(1);
    if (said.has(observation.id)) expect([corrected.length, observation.count]).toEqual([1, 2]);
  }
  expect(said.size).toBeGreaterThan(0);
});

test('killed while restoring: all of the backup is there or none of it, and the next attempt brings all', async () => {
  for (const id of IDS.slice(0, 40)) await notebook.keep(await entryOf(id));
  const facts = { app: '1', taxonomy: '1', createdAt: '2026-05-18T00:00:00.000Z' };
  const { file } = await writeBackup(notebook, facts, () => undefined);
  for (let kill = 0; kill < KILLS.restoring; kill++) {
    await notebook.clear();
    await killed({ with: 'restoring', file }, 250);
    expect([0, 40]).toContain((await expectWhole()).length);
  }
  await notebook.clear();
  await killed({ with: 'restoring', file }, 30);
  expect(await restoreAll(notebook, new RestoreStore(database), file)).toBe(true);
  expect(await expectWhole()).toHaveLength(40);
  // Nothing is left of the attempt that was cut.
  expect(await database!.count('media')).toBe(40);
  expect(await database!.count('keptRuns')).toBe(40);
});
