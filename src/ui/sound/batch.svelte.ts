import type { Observation, Place, Sound } from '../../domain/observation';
import type { Goldcrest } from '../../app/goldcrest';
import { pathOf } from '../sound-files';
import { RunState } from '../state/run.svelte';
import { ofSound } from '../thumbnail';

/** One recording of many. */
export class BatchItem {
  readonly name: string;
  readonly file: File;
  state = $state<'waiting' | 'running' | 'done' | 'failed'>('waiting');
  sound = $state.raw<Sound | null>(null);
  run = $state.raw<RunState | null>(null);
  /** Why it could not be opened. */
  problem = $state('');
  /** A run with another date or place, which the next one replaces. */
  before: RunState | null = null;

  constructor(file: File) {
    this.name = pathOf(file);
    this.file = file;
  }
}

/** When and where the recordings were made. */
export interface WhenWhere {
  day: string | null;
  place: Place | null;
}

type Keep = (run: RunState, thumbnail: Blob | null, replaces: RunState | null) => Promise<void>;

/** Recordings listened to one after the other: what is found shows at once, and can be exported at any time. */
export class Batch {
  readonly items: readonly BatchItem[];
  state = $state<'running' | 'stopped' | 'done'>('running');
  /** Seconds that the rest will take at the pace so far; null while that is a guess. */
  left = $state<number | null>(null);
  #spent = 0;
  readonly #app: Goldcrest;
  readonly #whenWhere: () => WhenWhere;
  readonly #keep: Keep;
  #abort = new AbortController();
  #working: Promise<void> = Promise.resolve();

  constructor(app: Goldcrest, files: readonly File[], whenWhere: () => WhenWhere, keep: Keep) {
    this.#app = app;
    this.#whenWhere = whenWhere;
    this.items = files.map((file) => new BatchItem(file));
    this.#keep = keep;
  }

  get done(): number {
    return this.items.filter(({ state }) => state === 'done' || state === 'failed').length;
  }

  start(): Promise<void> {
    this.#abort = new AbortController();
    this.state = 'running';
    this.#working = this.#work(this.#abort.signal);
    return this.#working;
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (const item of this.items) {
      if (item.state === 'waiting') await this.#listen(item, signal);
      if (signal.aborted) return;
    }
    this.state = 'done';
    this.left = null;
  }

  /** Date or place have changed, and with them every verdict: all are listened to anew. */
  async again(): Promise<void> {
    this.stop();
    await this.#working;
    for (const item of this.items.filter(({ state }) => state === 'done')) {
      item.before = item.run;
      item.state = 'waiting';
    }
    await this.start();
  }

  /** The recording under way counts as not listened to. */
  stop(): void {
    if (this.state === 'running') this.state = 'stopped';
    this.#abort.abort();
  }

  async #listen(item: BatchItem, signal: AbortSignal): Promise<void> {
    item.state = 'running';
    const begun = performance.now();
    const opened = await this.#app.openSound(item.file, item.name);
    if (!opened.ok) {
      item.problem = opened.problem.message;
      item.state = 'failed';
      return;
    }
    const { sound } = opened.value;
    item.sound = sound;
    const run = new RunState();
    item.run = run;
    const observation: Observation = { id: crypto.randomUUID(), photos: [], sounds: [sound], ...this.#whenWhere() };
    for await (const event of this.#app.identify(observation, { signal })) run.push(event);
    this.#app.closeSound(sound.ref);
    if (signal.aborted) {
      item.run = null;
      item.state = 'waiting';
      return;
    }
    await this.#keep(run, await ofSound(item.file, sound.seconds), item.before);
    item.before = null;
    item.state = 'done';
    this.#guess((performance.now() - begun) / 1000);
  }

  /** Files differ in length; their bytes tell how much sound is still to come. */
  #guess(spent: number): void {
    this.#spent += spent;
    const bytes = (state: BatchItem['state']): number =>
      this.items.filter((item) => item.state === state).reduce((sum, { file }) => sum + file.size, 0);
    const done = bytes('done');
    this.left = done > 0 && this.#spent >= 2 ? (this.#spent / done) * bytes('waiting') : null;
  }
}
