import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BOX, PHOTO } from '../testing/ledger';
import { manifestOf } from '../testing/pack';
import { never, Workshop, type Note } from '../testing/workshop';
import type { ImageRef } from '../domain/observation';
import { VisionBridge } from './bridge';
import type { LoadRequest } from '../runtime/protocol';
import type { VisionApi } from './protocol';

const VIEW = 'photo-1.crop-1' as ImageRef;
const RECIPE = { from: PHOTO, region: BOX, width: 10, height: 10, enhancement: null };
const LOAD: LoadRequest = { base: '/', manifest: manifestOf([]), role: 'image', provider: 'wasm', check: 'golden' };

/** What the vision worker answers; a load is only noted, so that a step can hang while a model comes back. */
function visionApi(note: Note, worker: number): Partial<Record<keyof VisionApi, unknown>> {
  const answer = (step: keyof VisionApi, value: unknown) => async (): Promise<unknown> => {
    await note(step);
    return value;
  };
  return {
    open: answer('open', { ok: true, value: { width: 10, height: 10, day: null, time: null, place: null } }),
    close: answer('close', undefined),
    makeView: answer('makeView', { ok: true, value: { width: 10, height: 10 } }),
    measure: answer('measure', { ok: true, value: { sharpness: worker } }),
    load: (request: LoadRequest) => {
      workshop.log.push(`${worker} load ${request.check ? 'checked' : 'unchecked'}`);
      return { ok: true, value: { milliseconds: null } };
    },
    detect: answer('detect', { ok: true, value: { birds: [], faint: [] } }),
  };
}

let workshop: Workshop;
let bridge: VisionBridge;

beforeEach(() => {
  // Without locks, a worker's death is known by its error event and the watchdog.
  vi.stubGlobal('navigator', {});
  workshop = new Workshop(visionApi);
  bridge = new VisionBridge(workshop.create);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  bridge.dispose();
  workshop.close();
});

const measure = (signal?: AbortSignal) => bridge.measure(PHOTO, BOX, signal);
const asked = (entry: string) => vi.waitFor(() => expect(workshop.log).toContain(entry));

describe('the queue', () => {
  test('starts no worker before there is work', () => {
    expect(workshop.workers).toHaveLength(0);
  });

  test('runs one step at a time, in order', async () => {
    let busy = 0;
    let most = 0;
    workshop.behave = async () => {
      most = Math.max(most, ++busy);
      await new Promise((done) => setTimeout(done, 2));
      busy -= 1;
    };
    await Promise.all([measure(), bridge.detect(PHOTO), measure()]);
    expect(most).toBe(1);
    expect(workshop.log).toEqual(['1 measure', '1 detect', '1 measure']);
  });
});

describe('cancelling', () => {
  test('answers at once, while the step is still running', async () => {
    workshop.behave = () => never;
    const abort = new AbortController();
    const step = measure(abort.signal);
    await asked('1 measure');
    abort.abort();
    expect(await step).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  });

  test('keeps a waiting step from ever beginning', async () => {
    let finish: () => void = () => undefined;
    workshop.behave = (step) => (step === 'measure' ? new Promise((done) => (finish = done)) : undefined);
    const first = measure();
    await asked('1 measure');
    const abort = new AbortController();
    const second = bridge.detect(PHOTO, abort.signal);
    abort.abort();
    expect(await second).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    finish();
    expect(await first).toMatchObject({ ok: true });
    await measureQuietly();
    expect(workshop.log).not.toContain('1 detect');
  });

  async function measureQuietly(): Promise<void> {
    workshop.behave = () => undefined;
    await measure();
  }
});

describe('a worker that dies', () => {
  test('is replaced, gets its photos, views and models back, and the step is done by the new one', async () => {
    await bridge.open(PHOTO, new Blob(['photo']));
    await bridge.makeView(VIEW, RECIPE);
    await bridge.load(LOAD, () => undefined);
    workshop.log.length = 0;
    workshop.behave = (step, worker) => (step === 'measure' && worker === 1 ? never : undefined);
    const step = measure();
    await asked('1 measure');
    workshop.crash();
    expect(await step).toMatchObject({ ok: true, value: { sharpness: 2 } });
    // The model has passed its golden vector on this device: it is not checked again.
    expect(workshop.log).toEqual(['1 measure', '2 open', '2 makeView', '2 load unchecked', '2 measure']);
    expect(bridge.lost).toBe(1);
  });

  test('twice during the same step is given up, and the next step gets a new one', async () => {
    workshop.behave = (step) => (step === 'measure' ? never : undefined);
    const step = measure();
    await asked('1 measure');
    workshop.crash();
    await asked('2 measure');
    workshop.crash();
    expect(await step).toMatchObject({ ok: false, problem: { code: 'worker_lost' } });
    expect(await bridge.detect(PHOTO)).toMatchObject({ ok: true });
    expect(workshop.log.at(-1)).toBe('3 detect');
  });

  test('does not get back a photo that was closed, nor its views', async () => {
    await bridge.open(PHOTO, new Blob(['photo']));
    await bridge.makeView(VIEW, RECIPE);
    bridge.close(PHOTO);
    await measure();
    workshop.crash();
    workshop.log.length = 0;
    await measure();
    expect(workshop.log).toEqual(['2 measure']);
  });
});

describe('a worker that hangs', () => {
  /** Lets the messages between page and worker arrive while the clock stands still. */
  const settle = () => vi.waitFor(() => expect(workshop.log.length).toBeGreaterThan(0));

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  test('is replaced after its time, and the step is tried once more', async () => {
    workshop.behave = (step, worker) => (step === 'measure' && worker === 1 ? never : undefined);
    const step = measure();
    await settle();
    await vi.advanceTimersByTimeAsync(15_001);
    expect(await step).toMatchObject({ ok: true, value: { sharpness: 2 } });
  });

  test('is given all the time a model needs to load before the step’s own time begins', async () => {
    await bridge.open(PHOTO, new Blob(['photo']));
    let restored: () => void = () => undefined;
    workshop.behave = (step, worker) =>
      step === 'open' && worker === 2 ? new Promise((done) => (restored = done)) : undefined;
    workshop.crash();
    const step = measure();
    await asked('2 open');
    await vi.advanceTimersByTimeAsync(60_000);
    restored();
    expect(await step).toMatchObject({ ok: true, value: { sharpness: 2 } });
    expect(workshop.workers).toHaveLength(2);
  });
});

describe('a bridge that is disposed of', () => {
  test('cancels the step that runs and those that wait, and starts no worker for them', async () => {
    workshop.behave = (step) => (step === 'measure' ? never : undefined);
    const running = measure();
    const waiting = bridge.detect(PHOTO);
    await asked('1 measure');
    bridge.dispose();
    expect(await running).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    expect(await waiting).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    bridge.close(PHOTO);
    await new Promise((done) => setTimeout(done, 5));
    expect(workshop.workers).toHaveLength(1);
  });

  test('cancels what waits for a new worker to get its photos back', async () => {
    await bridge.open(PHOTO, new Blob(['photo']));
    workshop.behave = (step) => (step === 'open' ? never : undefined);
    workshop.crash();
    const step = measure();
    await asked('2 open');
    bridge.dispose();
    expect(await step).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    expect(workshop.workers).toHaveLength(2);
  });

  test('starts a new worker for the next step', async () => {
    await measure();
    bridge.dispose();
    expect(await measure()).toMatchObject({ ok: true });
    expect(workshop.log).toEqual(['1 measure', '2 measure']);
  });
});
