import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SoundRef, Stretch } from '../domain/observation';
import type { LoadRequest } from '../runtime/protocol';
import { manifestOf } from '../testing/pack';
import { never, Workshop, type Note } from '../testing/workshop';
import { SoundBridge } from './bridge';
import type { SoundApi, WindowScores } from './protocol';

const SOUND = 'sound-1' as SoundRef;
const MINUTE = { from: 0, to: 60 };
const LOAD: LoadRequest = { base: '/', manifest: manifestOf([]), role: 'sound', provider: 'wasm', check: 'golden' };
/** Windows of three seconds, five a slice, twenty in all. */
const A_SLICE = 5;
const WINDOWS = 20;

const windowAt = (i: number): WindowScores => ({
  from: 3 * i,
  to: 3 * i + 3,
  labels: Int32Array.of(i),
  logits: Float32Array.of(1),
});

/** A worker that keeps no more of a job than a real one: what it has measured, and where it is in listening. */
function soundApi(note: Note): Partial<Record<keyof SoundApi, unknown>> {
  let measured = 0;
  return {
    open: async () => {
      await note('open');
      return { ok: true, value: { seconds: 60, sampleRate: 48_000, channels: 1, warnings: [] } };
    },
    close: () => note('close'),
    end: () => note('end'),
    load: async ({ check }: LoadRequest) => {
      await note(`load ${check ? 'checked' : 'unchecked'}`);
      return { ok: true, value: { milliseconds: null } };
    },
    measure: async (_job: string, _ref: SoundRef, { to }: Stretch) => {
      await note('measure');
      measured += 20;
      return { ok: true, value: { seconds: measured, measures: measured >= to ? { seconds: measured } : null } };
    },
    classify: async (_job: string, _ref: SoundRef, _stretches: unknown, done: number) => {
      await note(`classify ${done}`);
      const windows = Array.from({ length: Math.min(A_SLICE, WINDOWS - done) }, (_, i) => windowAt(done + i));
      return { ok: true, value: { windows, over: done + windows.length >= WINDOWS } };
    },
  };
}

let workshop: Workshop;
let bridge: SoundBridge;

beforeEach(() => {
  // Without locks, a worker's death is known by its error event and the watchdog.
  vi.stubGlobal('navigator', {});
  workshop = new Workshop(soundApi);
  bridge = new SoundBridge(workshop.create);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  bridge.dispose();
  workshop.close();
});

const asked = (entry: string) => vi.waitFor(() => expect(workshop.log).toContain(entry));

function listen(signal?: AbortSignal) {
  const heard: WindowScores[] = [];
  const result = bridge.classify(SOUND, [MINUTE], (windows) => heard.push(...windows), signal);
  return { heard, result };
}

test('windows are handed on slice by slice, in order, and the job is forgotten at its end', async () => {
  const { heard, result } = listen();
  expect(await result).toEqual({ ok: true, value: Array.from({ length: WINDOWS }, (_, i) => windowAt(i)) });
  expect(heard).toHaveLength(WINDOWS);
  await asked('1 end');
  expect(workshop.log).toEqual(['1 classify 0', '1 classify 5', '1 classify 10', '1 classify 15', '1 end']);
});

test('measuring tells how far it has come', async () => {
  const seconds: number[] = [];
  const result = await bridge.measure(SOUND, MINUTE, (done) => seconds.push(done));
  expect(result).toEqual({ ok: true, value: { seconds: 60 } });
  expect(seconds).toEqual([20, 40, 60]);
});

test('two long jobs take turns, so that neither waits for the end of the other', async () => {
  await Promise.all([listen().result, bridge.measure(SOUND, MINUTE, () => undefined)]);
  expect(workshop.log.slice(0, 4)).toEqual(['1 classify 0', '1 measure', '1 classify 5', '1 measure']);
});

describe('cancelling', () => {
  test('answers at once, and what was heard until then is there', async () => {
    workshop.behave = (step) => (workshop.log.includes('1 classify 10') && step === 'classify' ? never : undefined);
    const stop = new AbortController();
    const { heard, result } = listen(stop.signal);
    await asked('1 classify 10');
    stop.abort();
    expect(await result).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    expect(heard).toHaveLength(10);
  });
});

describe('a worker that dies in mid-recording', () => {
  test('is replaced, gets recording and model back, and no window is heard twice or left out', async () => {
    await bridge.open(SOUND, new Blob(['sound']));
    await bridge.load(LOAD, () => undefined);
    workshop.log.length = 0;
    workshop.behave = (step, worker) =>
      step === 'classify' && worker === 1 && workshop.log.includes('1 classify 10') ? never : undefined;
    const { heard, result } = listen();
    await asked('1 classify 10');
    workshop.crash();
    expect(await result).toMatchObject({ ok: true });
    expect(heard.map(({ from }) => from)).toEqual(Array.from({ length: WINDOWS }, (_, i) => 3 * i));
    expect(workshop.log.slice(3, 6)).toEqual(['2 open', '2 load unchecked', '2 classify 10']);
    expect(bridge.lost).toBe(1);
  });

  test('twice in the same slice is given up, and the next recording gets a new one', async () => {
    workshop.behave = (step) => (step === 'classify' ? never : undefined);
    const { result } = listen();
    await asked('1 classify 0');
    workshop.crash();
    await asked('2 classify 0');
    workshop.crash();
    expect(await result).toMatchObject({ ok: false, problem: { code: 'worker_lost' } });
    expect(await bridge.open(SOUND, new Blob(['sound']))).toMatchObject({ ok: true });
  });

  test('while a file is opened says so', async () => {
    workshop.behave = (step) => (step === 'open' ? never : undefined);
    const opening = bridge.open(SOUND, new Blob(['sound']));
    await asked('1 open');
    workshop.crash();
    await asked('2 open');
    workshop.crash();
    expect(await opening).toMatchObject({ ok: false, problem: { code: 'worker_lost' } });
  });
});

test('a worker that hangs in a slice is replaced after its time, and the slice is tried once more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  workshop.behave = (step, worker) => (step === 'classify' && worker === 1 ? never : undefined);
  const { result } = listen();
  await asked('1 classify 0');
  await vi.advanceTimersByTimeAsync(45_001);
  expect(await result).toMatchObject({ ok: true });
  expect(workshop.workers).toHaveLength(2);
});

test('a recording that was closed is not given to a new worker', async () => {
  await bridge.open(SOUND, new Blob(['sound']));
  bridge.close(SOUND);
  await listen().result;
  workshop.crash();
  workshop.log.length = 0;
  await listen().result;
  expect(workshop.log).not.toContain('2 open');
});
