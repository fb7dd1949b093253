import type { Result } from '../../domain/result';
import { isSound } from '../../media/sound/is-sound';
import type { Observation, Photo, Place, Sound } from '../../domain/observation';
import type { Goldcrest } from '../../app/goldcrest';
import { pathOf } from '../sound-files';
import { RunState } from '../state/run.svelte';
import { ofSound, thumbnailOf } from '../thumbnail';

/** One recording or photo of many. */
export class BatchItem {
  readonly name: string;
  readonly file: File;
  state = $state<'waiting' | 'running' | 'done' | 'failed'>('waiting');
  sound = $state.raw<Sound | null>(null);
  photo = $state.raw<Photo | null>(null);
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

/** When and where the recordings or photos were made, where they do not say it themselves. */
export interface WhenWhere {
  day: string | null;
  place: Place | null;
}

/** A file that was opened: what of an observation it gives, its small picture once it was judged, and how it is closed. */
interface Opened extends Pick<Observation, 'photos' | 'sounds'>, WhenWhere {
  thumbnail: (run: RunState) => Promise<Blob | null>;
  close: () => void;
}

type Opening = Result<Opened, { message: string }>;

type Keep = (run: RunState, thumbnail: Blob | null, replaces: RunState | null) => Promise<void>;

/** Recordings or photos judged one after the other: what is found shows at once, and can be exported at any time. */
export class Batch {
  readonly items: readonly BatchItem[];
  readonly kind: 'sounds' | 'photos';
  state = $state<'running' | 'stopped' | 'done'>('running');
  /** Seconds that the rest will take at the pace so far; null while that is a guess. */
  left = $state<number | null>(null);
  #spent = 0;
  readonly #app: Goldcrest;
  readonly #whenWhere: () => WhenWhere;
  readonly #keep: Keep;
  #abort = new AbortController();
  #working: Promise<void> = Promise.resolve();

  constructor(
    app: Goldcrest,
    files: readonly File[],
    whenWhere: () => WhenWhere,
    keep: Keep,
    kind: 'sounds' | 'photos' = 'sounds',
  ) {
    this.kind = kind;
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
      if (item.state === 'waiting') await this.#judge(item, signal);
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

  async #judge(item: BatchItem, signal: AbortSignal): Promise<void> {
    item.state = 'running';
    const begun = performance.now();
    const opened = await this.#open(item);
    if (!opened.ok) {
      item.problem = opened.problem.message;
      item.state = 'failed';
      return;
    }
    const { photos, sounds, day, place, thumbnail, close } = opened.value;
    const run = new RunState();
    item.run = run;
    const observation: Observation = { id: crypto.randomUUID(), photos, sounds, day, place };
    for await (const event of this.#app.identify(observation, { signal })) run.push(event);
    if (signal.aborted) {
      close();
      item.run = null;
      item.state = 'waiting';
      return;
    }
    await this.#keep(run, await thumbnail(run), item.before);
    close();
    item.before = null;
    item.state = 'done';
    this.#guess((performance.now() - begun) / 1000);
  }

  async #open(item: BatchItem): Promise<Opening> {
    const { file, name } = item;
    if (await isSound(file)) {
      const opened = await this.#app.openSound(file, name);
      if (!opened.ok) return opened;
      const { sound } = opened.value;
      item.sound = sound;
      return {
        ok: true,
        value: {
          photos: [],
          sounds: [sound],
          ...this.#whenWhere(),
          thumbnail: () => ofSound(file, sound.seconds),
          close: () => {
            this.#app.closeSound(sound.ref);
          },
        },
      };
    }
    const opened = await this.#app.openPhoto(file, name);
    if (!opened.ok) return opened;
    const { photo, exif } = opened.value;
    item.photo = photo;
    const given = this.#whenWhere();
    return {
      ok: true,
      value: {
        photos: [photo],
        sounds: [],
        day: exif.day ?? given.day,
        place: exif.place ?? given.place,
        thumbnail: (run) => thumbnailOf(this.#app, run, () => null),
        close: () => {
          this.#app.closePhoto(photo.ref);
        },
      },
    };
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
