import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Workshop } from '../testing/workshop';
import { Goldcrest } from './goldcrest';

const PUBLIC = join(import.meta.dirname, '../../public');
const ADDRESS = 'https://app.test/';

/** Workers that open any photo and any recording. */
const workshop = new Workshop(() => ({
  open: () => ({ ok: true, value: { width: 10, height: 10, day: null, time: null, place: null } }),
  openSamples: () => ({ ok: true, value: { seconds: 3, channels: 1, warnings: [] } }),
}));
const ended = vi.fn<(worker: number) => void>();

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: ADDRESS });
  vi.stubGlobal('navigator', { userAgent: 'a test' });
  vi.stubGlobal('fetch', async (url: URL | string) => {
    return new Response(await readFile(join(PUBLIC, new URL(url).pathname)));
  });
  vi.stubGlobal('Worker', function StandIn() {
    const worker = workshop.create();
    const number = workshop.workers.length;
    const terminate = worker.terminate.bind(worker);
    worker.terminate = () => {
      ended(number);
      terminate();
    };
    return worker;
  });
});

afterEach(() => {
  workshop.close();
  vi.unstubAllGlobals();
});

test('disposing of the app ends both workers, and with them the memory of their models', async () => {
  const opened = await Goldcrest.open(['starter']);
  if (!opened.ok) throw new Error(opened.problem.message);
  const app = opened.value;
  expect(workshop.workers).toHaveLength(0);

  expect(await app.openPhoto(new Blob(['a photo']), 'photo')).toMatchObject({ ok: true });
  expect(await app.openSamples(new Float32Array(3), 48_000)).toMatchObject({ ok: true });
  expect(workshop.workers).toHaveLength(2);
  expect(ended).not.toHaveBeenCalled();

  app.dispose();
  expect(ended.mock.calls).toEqual([[1], [2]]);

  // A run that still holds the app is not lost: its next question starts a worker anew.
  expect(await app.openPhoto(new Blob(['another']), 'another')).toMatchObject({ ok: true });
  expect(workshop.workers).toHaveLength(3);
});
