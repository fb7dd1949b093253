import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SoundRef, Stretch } from '../src/domain/observation';
import type { ReadyModel } from '../src/runtime/load-model';
import type { LoadRequest } from '../src/runtime/protocol';
import { encodeWav } from '../src/media/sound/wav';
import type { SoundModel } from '../src/packs/manifest';
import type { ClassifySlice, SoundApi } from '../src/sound/protocol';
import { joined, noise, silence, song } from '../src/testing/sounds';

const RATE = 8000;
const REF = 'sound-1' as SoundRef;
const WHOLE: Stretch[] = [{ from: 0, to: 12 }];

/** A model that hears in each window how many it has heard before: told apart by its output, run by run. */
const runs = vi.fn<(samples: Float32Array) => Float32Array>();
const model = {
  role: 'sound',
  family: 'classifier',
  file: 'sound.onnx',
  input: {
    name: 'waveform',
    sampleRate: RATE,
    windowSeconds: 3,
    hopSeconds: 3,
    frontEnd: { kind: 'waveform' },
    batch: 'single',
  },
  output: { name: 'logits', kind: 'logits' },
} as SoundModel;
const ready = {
  model,
  network: { run: (_: string, samples: Float32Array) => Promise.resolve(runs(samples)) },
  milliseconds: 1,
} as unknown as ReadyModel;

const exposed = vi.hoisted((): { api: unknown } => ({ api: null }));
vi.mock('comlink', () => ({ expose: (api: unknown) => (exposed.api = api) }));
vi.mock('../src/runtime/load-model', () => ({ loadModel: () => Promise.resolve({ ok: true, value: ready }) }));

/** What a page says to a worker that has just begun. */
async function begin(): Promise<SoundApi> {
  vi.resetModules();
  await import('./sound');
  return exposed.api as SoundApi;
}

const recording = (): Blob => encodeWav([joined(song(6, RATE), noise(6, RATE, 0.1))], RATE);
const load = (worker: SoundApi) => worker.load({} as LoadRequest, () => undefined);

async function slice(worker: SoundApi, job: string, done: number): Promise<ClassifySlice> {
  const result = await worker.classify(job, REF, WHOLE, done);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

async function allWindows(worker: SoundApi, job: string, done = 0): Promise<number[]> {
  const starts: number[] = [];
  for (;;) {
    const { windows, over } = await slice(worker, job, done + starts.length);
    starts.push(...windows.map(({ from }) => from));
    if (over) return starts;
  }
}

describe('the sound worker', () => {
  let worker: SoundApi;

  // The first import compiles what the worker is made of.
  beforeAll(begin);

  beforeEach(async () => {
    runs.mockReset();
    runs.mockImplementation(() => Float32Array.of(1, 2, 3));
    worker = await begin();
  });

  test('says what a recording is, and refuses what is none', async () => {
    expect(await worker.open(REF, recording())).toEqual({
      ok: true,
      value: { seconds: 12, sampleRate: RATE, channels: 1, warnings: [] },
    });
    expect(await worker.open(REF, new Blob([]))).toMatchObject({ ok: false, problem: { code: 'empty_file' } });
  });

  test('answers with a code about a recording that it does not have, or no longer', async () => {
    await load(worker);
    const unknown = { ok: false, problem: { code: 'unknown_sound' } };
    expect(await worker.classify('job', REF, WHOLE, 0)).toMatchObject(unknown);
    expect(await worker.measure('job', REF, WHOLE[0]!)).toMatchObject(unknown);
    await worker.open(REF, recording());
    worker.close(REF);
    expect(await worker.erase(REF, WHOLE)).toMatchObject(unknown);
  });

  test('does not listen before its model is loaded', async () => {
    await worker.open(REF, recording());
    expect(await worker.classify('job', REF, WHOLE, 0)).toMatchObject({
      ok: false,
      problem: { code: 'model_missing' },
    });
  });

  test('hears every window of the stretches once', async () => {
    await load(worker);
    await worker.open(REF, recording());
    expect(await allWindows(worker, 'job')).toEqual([0, 3, 6, 9]);
    expect(runs).toHaveBeenCalledTimes(4);
  });

  test('goes on after the windows that a lost worker had heard, without hearing them again', async () => {
    await load(worker);
    await worker.open(REF, recording());
    expect(await allWindows(worker, 'a job of the worker before', 2)).toEqual([6, 9]);
    expect(runs).toHaveBeenCalledTimes(2);
  });

  test('keeps jobs apart, and one that has ended begins anew', async () => {
    await load(worker);
    await worker.open(REF, recording());
    const now = vi.spyOn(performance, 'now');
    let milliseconds = 0;
    // Every look at the clock is half a second later: a slice holds a window or two.
    now.mockImplementation(() => (milliseconds += 500));
    const first = await slice(worker, 'one', 0);
    const other = await slice(worker, 'other', 0);
    expect(first.over || other.over).toBe(false);
    expect(other.windows[0]!.from).toBe(0);
    const second = await slice(worker, 'one', first.windows.length);
    expect(second.windows[0]!.from).toBe(3 * first.windows.length);
    worker.end('one');
    expect((await slice(worker, 'one', 0)).windows[0]!.from).toBe(0);
    now.mockRestore();
  });

  test.each([
    ['zeros', () => new Float32Array(3)],
    ['no numbers', () => Float32Array.of(1, NaN, 2)],
  ])('takes %s from a model for a failure, not for an answer', async (_, output) => {
    runs.mockImplementation(output);
    await load(worker);
    await worker.open(REF, recording());
    expect(await worker.classify('job', REF, WHOLE, 0)).toMatchObject({
      ok: false,
      problem: { code: 'model_output_invalid' },
    });
  });

  test('turns whatever a model throws into a code', async () => {
    await load(worker);
    await worker.open(REF, recording());
    runs.mockImplementation(() => {
      throw new RangeError('Array buffer allocation failed');
    });
    expect(await worker.classify('job', REF, WHOLE, 0)).toMatchObject({ problem: { code: 'out_of_memory' } });
    runs.mockImplementation(() => {
      throw new Error('device lost');
    });
    expect(await worker.classify('job-2', REF, WHOLE, 0)).toMatchObject({
      problem: { code: 'tool_crashed', message: 'device lost' },
    });
  });

  test('measures a recording, silence apart', async () => {
    await worker.open(REF, encodeWav([joined(silence(4, RATE), song(6, RATE))], RATE));
    // A busy machine needs more than one slice.
    let result = await worker.measure('job', REF, { from: 0, to: 10 });
    while (result.ok && !result.value.measures) result = await worker.measure('job', REF, { from: 0, to: 10 });
    expect(result).toMatchObject({ ok: true, value: { seconds: 10 } });
    const [stretch] = result.ok ? (result.value.measures?.stretches ?? []) : [];
    expect(stretch!.from).toBeGreaterThan(3.9);
  });

  test('gives a copy with silence where people were heard', async () => {
    await worker.open(REF, recording());
    const erased = await worker.erase(REF, [{ from: 1, to: 2 }]);
    if (!erased.ok) throw new Error(erased.problem.message);
    const samples = new Int16Array(await erased.value.slice(44).arrayBuffer());
    const loudest = (from: number, to: number): number =>
      samples.subarray(from * RATE, to * RATE).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest(1.05, 1.95)).toBe(0);
    expect(loudest(0, 0.9)).toBeGreaterThan(100);
  });
});
