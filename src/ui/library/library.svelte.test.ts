import { beforeEach, expect, test, vi } from 'vitest';
import type { Goldcrest } from '../../app/goldcrest';
import type { AgentEvent } from '../../domain/events';
import type { ImageRef, Observation } from '../../domain/observation';
import { openDatabase } from '../../storage/database';
import { NotebookStore } from '../../storage/notebook';
import { QueueStore } from '../../storage/queue';
import { RunStore } from '../../storage/runs';
import type { Notebook } from '../state/notebook.svelte';
import { SoundState } from '../state/sounds.svelte';
import { finishedRun, goldcrest, photo, taxonomy } from '../testing/factory';
import { Library } from './library.svelte';

const picture = await new OffscreenCanvas(40, 30).getContext('2d')!.canvas.convertToBlob({ type: 'image/png' });
const groups = (...names: string[][]) =>
  names.map((group) =>
    group.map((name) => ({
      file: new File([picture], name, { type: 'image/png' }),
      day: null,
      time: null,
      place: null,
    })),
  );

let app: Goldcrest;
/** How many observations are judged before the tab is closed. */
let until = Infinity;
beforeEach(async () => {
  until = Infinity;
  const database = await openDatabase();
  const stores = {
    runs: new RunStore(database),
    notebook: new NotebookStore(database),
    queue: new QueueStore(database),
  };
  await Promise.all([stores.runs.clear(), stores.notebook.clear(), stores.queue.clear()]);
  let opened = 0;
  app = {
    ...stores,
    taxonomy,
    recordings: { cutOff: () => Promise.resolve([]) },
    openPhoto: (_: Blob, name: string) => {
      const ref = `photo-${++opened}` as ImageRef;
      const exif = { day: '2026-05-17', time: 6 * 3600, place: null };
      return Promise.resolve({ ok: true as const, value: { photo: photo({ ref, name }), exif } });
    },
    closePhoto: () => undefined,
    picture: () => Promise.resolve(null),
    async *identify(observation: Observation): AsyncGenerator<AgentEvent> {
      // A closed tab says nothing any more.
      if ((until -= 1) < 0) await new Promise(() => undefined);
      yield* finishedRun(goldcrest(), { observation, run: crypto.randomUUID() });
    },
  } as unknown as Goldcrest;
});

/** The app as it is after a reload: only what is stored is left. */
function opened(): { library: Library; sound: SoundState } {
  const sound: SoundState = new SoundState({
    app,
    open: () => Promise.resolve(app),
    preloading: { prepare: () => Promise.resolve() },
    intake: { add: () => Promise.resolve() },
    keepRun: async (run, thumbnail) => (await app.runs.save(run.events, thumbnail)).ok,
    refresh: () => Promise.resolve(),
    report: () => undefined,
  });
  const keep = async (...[run, files, copies]: Parameters<Notebook['keep']>): Promise<void> => {
    const { newEntry } = await import('../notebook/keep');
    const entry = await newEntry(app, run, files, copies);
    if (entry) await app.notebook.keep(entry);
  };
  return { sound, library: new Library({ app, sound, notebook: { keep }, settings: { copies: 'original' } }) };
}

test('a library goes on after a reload where it was, and nothing is judged twice or left out', async () => {
  until = 2;
  const before = opened();
  await before.library.open(groups(['a.png', 'b.png'], ['c.png'], ['d.png'], ['e.png']));
  await vi.waitFor(async () => {
    const records = await app.queue.unfinished();
    expect(records.filter(({ state }) => state === 'done')).toHaveLength(2);
    expect(records).toHaveLength(4);
  });

  until = Infinity;
  const after = opened();
  await after.library.look();
  expect(after.library.unfinished.map(({ name }) => name)).toEqual(['a.png', 'c.png', 'd.png', 'e.png']);
  await after.library.resume();
  await vi.waitFor(() => expect(after.sound.batch?.state).toBe('done'));
  const runs = await app.runs.list();
  const seen = runs.map(({ events }) => {
    const [started] = events;
    return started?.type === 'started' ? started.observation.photos.map(({ name }) => name).join() : '';
  });
  expect(seen.sort()).toEqual(['a.png,b.png', 'c.png', 'd.png', 'e.png']);
  await vi.waitFor(async () => expect(await app.queue.unfinished()).toEqual([]));
});

test('what was judged just before the tab was closed, and not noted any more, is not judged again', async () => {
  until = 1;
  await opened().library.open(groups(['a.png'], ['b.png']));
  await vi.waitFor(async () => expect((await app.queue.unfinished()).some(({ state }) => state === 'done')).toBe(true));
  const [first] = await app.queue.unfinished();
  await app.queue.mark(first!.id, { state: 'waiting', run: null, problem: '' });

  until = Infinity;
  const { library, sound } = opened();
  await library.look();
  await library.resume();
  await vi.waitFor(() => expect(sound.batch?.state).toBe('done'));
  expect(await app.runs.list()).toHaveLength(2);
});

test('two photos of one name, as some phones give, are both kept', async () => {
  const { library, sound } = opened();
  const [burst] = groups(['image.jpg', 'image.jpg']);
  burst![1]!.file = new File([picture, 'another'], 'image.jpg', { type: 'image/png' });
  await library.open([burst!, ...groups(['c.png'])]);
  await vi.waitFor(() => expect(sound.batch?.state).toBe('done'));
  await library.keepAll();
  const kept = await app.notebook.list();
  const { media } = kept.find(({ observation }) => observation.media.length === 2)!.observation;
  expect(new Set(media.map(({ sha256 }) => sha256)).size).toBe(2);
});

test('all of it goes into the notebook, with its photos and the time of the first', async () => {
  const { library, sound } = opened();
  await library.open(groups(['a.png', 'b.png'], ['c.png']));
  await vi.waitFor(() => expect(sound.batch?.state).toBe('done'));
  await library.keepAll();
  const kept = await app.notebook.list();
  expect(kept.map(({ observation }) => observation.media.map(({ name }) => name).join()).sort()).toEqual([
    'a.png,b.png',
    'c.png',
  ]);
  expect(kept[0]!.observation.time).toMatch(/^2026-05-17T06:00:00/);
  expect(await app.runs.list()).toEqual([]);
  await library.keepAll();
  expect(await app.notebook.count()).toBe(2);
});
