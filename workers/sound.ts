import { expose } from 'comlink';
import type { SoundRef, Stretch } from '../src/domain/observation';
import { attempt, holdLock, problem } from '../src/runtime/in-worker';
import { loadModel, type ReadyModel } from '../src/runtime/load-model';
import type { WorkResult } from '../src/runtime/protocol';
import { eraseStretches } from '../src/media/sound/erase';
import { keepShort } from '../src/media/sound/kept';
import { SamplesSource } from '../src/media/sound/samples';
import { openAudio, type AudioSource } from '../src/media/sound/source';
import type { SoundModel } from '../src/packs/manifest';
import { RecordingClassifier } from '../src/sound/recording-classifier';
import { Measuring } from '../src/sound/measuring';
import type { SoundApi } from '../src/sound/protocol';

interface OpenRecording {
  /** Null for samples from the microphone. */
  blob: Blob | null;
  source: AudioSource;
}

const recordings = new Map<SoundRef, OpenRecording>();
const classifiers = new Map<string, RecordingClassifier>();
const measurings = new Map<string, Measuring>();
let ready: ReadyModel<SoundModel> | null = null;

const gone = (ref: SoundRef): WorkResult<never> => problem('unknown_sound', `There is no recording ${ref} any more.`);

async function classifierFor(
  job: string,
  source: AudioSource,
  stretches: readonly Stretch[],
  done: number,
  model: ReadyModel<SoundModel>,
): Promise<RecordingClassifier> {
  const known = classifiers.get(job);
  if (known?.done === done) return known;
  const classifier = new RecordingClassifier(model, source, stretches);
  await classifier.skip(done);
  classifiers.set(job, classifier);
  return classifier;
}

const api: SoundApi = {
  holdLock,

  async open(ref, blob) {
    const opened = await openAudio(blob);
    if (!opened.ok) return opened;
    recordings.set(ref, { blob, source: keepShort(opened.value) });
    const { seconds, sampleRate, channels, warnings } = opened.value;
    return { ok: true, value: { seconds, sampleRate, channels, warnings } };
  },

  openSamples(ref, samples, sampleRate) {
    const source = new SamplesSource(samples, sampleRate);
    recordings.set(ref, { blob: null, source });
    return { ok: true, value: { seconds: source.seconds, sampleRate, channels: 1, warnings: [] } };
  },

  close(ref) {
    recordings.delete(ref);
  },

  async load(request, onBytes) {
    const loaded = await loadModel(request, onBytes);
    if (!loaded.ok) return loaded;
    ready = loaded.value as ReadyModel<SoundModel>;
    return { ok: true, value: { milliseconds: loaded.value.milliseconds } };
  },

  measure: (job, ref, stretch) =>
    attempt(async () => {
      const recording = recordings.get(ref);
      if (!recording) return gone(ref);
      const measuring = measurings.get(job) ?? new Measuring(recording.source, stretch);
      measurings.set(job, measuring);
      return { ok: true, value: await measuring.slice() };
    }),

  classify: (job, ref, stretches, done) =>
    attempt(async () => {
      const recording = recordings.get(ref);
      if (!recording) return gone(ref);
      if (!ready) return problem('model_missing', 'The sound model is not loaded.');
      const classifier = await classifierFor(job, recording.source, stretches, done, ready);
      return classifier.slice();
    }),

  end(job) {
    void classifiers.get(job)?.end();
    classifiers.delete(job);
    measurings.delete(job);
  },

  erase: (ref, stretches) =>
    attempt(async () => {
      const recording = recordings.get(ref);
      if (!recording?.blob) return gone(ref);
      return { ok: true, value: await eraseStretches(recording.blob, recording.source, stretches) };
    }),
};

expose(api);
