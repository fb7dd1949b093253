import type { Place } from '../../domain/observation';
import type { RunRecord } from '../../storage/database';
import type { CutOffRecording } from '../../storage/recordings';
import { dayOf } from '../format';
import { go } from '../route.svelte';
import type { Batch, BatchItem } from '../sound/batch.svelte';
import type { FinishedRecording, Recording } from '../sound/recording.svelte';
import type { LiveObservation } from './observation.svelte';
import type { Preloading } from './preloading';
import type { RunState } from './run.svelte';
import type { Goldcrest } from '../../app/goldcrest';
import type { Problem } from '../problem';
import { refusalInWords } from '../words/refusals';
import { problemWords } from '../words/problems';

/** What is known of a recording that the app made itself. */
export interface OwnRecording {
  day: string;
  place: Place | null;
  /** The name under which its chunks are stored. */
  recording: string;
}

/** What the recordings need from the app. */
interface SoundsHost {
  readonly app: Goldcrest | null;
  open: () => Promise<Goldcrest | null>;
  readonly preloading: Pick<Preloading, 'prepare'>;
  readonly intake: { add: (files: readonly File[], to: 'new', own: OwnRecording) => Promise<void> };
  keepRun: (run: RunState, thumbnail: Blob | null) => Promise<boolean>;
  refresh: () => Promise<void>;
  report: (problem: Problem) => void;
}

/** What the screens share about sounds. The parts themselves are loaded when they are first needed. */
export class SoundState {
  /** Recordings that a crash cut off, or that were never looked at. */
  cutOff = $state.raw<readonly CutOffRecording[]>([]);
  recording = $state.raw<Recording | null>(null);
  batch = $state.raw<Batch | null>(null);
  /** Where the recordings of this visit are from, and when those of a folder were made. */
  place = $state.raw<Place | null>(null);
  day = $state<string | null>(null);
  readonly #host: SoundsHost;

  constructor(host: SoundsHost) {
    this.#host = host;
  }

  /** Whether a recording is being made, or many are being listened to. */
  get busy(): boolean {
    return (this.recording !== null && this.recording.phase !== 'idle') || this.batch?.state === 'running';
  }

  async refresh(): Promise<void> {
    this.cutOff = (await this.#host.app?.recordings.cutOff()) ?? [];
  }

  /** Drops the recordings of deleted observations. Only at the start: until then a deletion can be undone. */
  async sweep(runs: readonly RunRecord[]): Promise<void> {
    const kept = runs.flatMap(({ events }) => events.find((event) => event.type === 'started')?.observation.id ?? []);
    await this.#host.app?.sounds.sweep(kept);
  }

  /** Opens the recording screen and starts at once: that is what the click was for. */
  async record(): Promise<void> {
    go('/record');
    // While the browser asks for the microphone.
    void this.#host.preloading.prepare('sound');
    await this.prepareRecording();
    await this.recording?.start();
  }

  async prepareRecording(): Promise<void> {
    const app = await this.#host.open();
    if (!app || this.recording) return;
    const { Recording } = await import('../sound/recording.svelte');
    this.recording ??= new Recording(
      app,
      () => this.place,
      (finished) => void this.#take(finished),
    );
  }

  async #take({ id, at, file, problem }: FinishedRecording): Promise<void> {
    if (problem) this.#host.report(problem);
    if (file) await this.#open(file, { id, at });
    else go('/');
  }

  /** Makes an observation of a recording that was cut off. */
  async resume(recording: CutOffRecording): Promise<void> {
    const file = await this.#host.app?.recordings.file(recording);
    if (file) await this.#open(file, recording);
  }

  async discard({ id }: CutOffRecording): Promise<void> {
    await this.#host.app?.recordings.remove(id);
    await this.refresh();
  }

  async #open(file: Blob, { id, at }: { id: string; at: string }): Promise<void> {
    const name = `recording-${at.slice(0, 16).replace(/[T:]/g, '-')}.wav`;
    await this.#host.intake.add([new File([file], name, { type: 'audio/wav' })], 'new', {
      day: dayOf(at),
      place: this.place,
      recording: id,
    });
    await this.refresh();
  }

  /** Many recordings, or photos of several birds, one after the other. */
  async openMany(files: readonly File[], kind: 'sounds' | 'photos' = 'sounds'): Promise<void> {
    if (files.length === 0) return;
    const { BatchItem } = await import('../sound/batch.svelte');
    await this.openItems(
      files.map((file) => new BatchItem([file])),
      kind,
    );
  }

  /** `onended` is called for each one that was judged or could not be. */
  async openItems(
    items: readonly BatchItem[],
    kind: 'sounds' | 'photos',
    onended?: (item: BatchItem) => Promise<void>,
  ): Promise<void> {
    const app = await this.#host.open();
    if (!app) return;
    const { Batch } = await import('../sound/batch.svelte');
    this.batch?.stop();
    const whenWhere = () => ({ day: this.day, place: this.place });
    const keep = async (run: RunState, thumbnail: Blob | null, replaces: RunState | null): Promise<void> => {
      const kept = await this.#host.keepRun(run, thumbnail);
      if (kept && replaces?.id) await app.runs.remove(replaces.id);
      await this.#host.refresh();
    };
    this.batch = new Batch(app, items, whenWhere, keep, kind, onended);
    go(`/${kind}`);
    void this.batch.start();
  }

  async changeWhenWhere(day: string | null, place: Place | null): Promise<void> {
    const same = day === this.day && JSON.stringify(place) === JSON.stringify(this.place);
    this.day = day;
    this.place = place;
    if (!same) await this.batch?.again();
  }

  /** Changes whether people stay in the recordings: the saved copies are made again. */
  async keepVoices(live: LiveObservation, wanted: boolean): Promise<void> {
    live.keepVoices = wanted;
    if (live.run?.verdict) await this.keep(live, live.run);
  }

  /** Saves the recordings of an observation; the chunks that one of them came from are then no longer needed. */
  async keep(live: LiveObservation, run: RunState): Promise<void> {
    const { app } = this.#host;
    if (!app) return;
    const { keepSounds } = await import('../sound/keep');
    const problem = await keepSounds(app, live, run.ledger);
    if (problem) {
      this.#host.report(problemWords.soundNotSaved(refusalInWords('storage', problem), live.recordedAs !== null));
      return;
    }
    if (live.recordedAs) await app.recordings.remove(live.recordedAs);
    live.recordedAs = null;
    await this.refresh();
  }
}
