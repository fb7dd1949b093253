import type { Result } from '../../domain/result';
import { isSound } from '../../media/sound/is-sound';
import type { Observation, Photo, Place, Sound } from '../../domain/observation';
import type { Goldcrest, OpenedPhoto } from '../../app/goldcrest';
import { pathOf } from '../sound-files';
import { RunState } from '../state/run.svelte';
import { ofSound, thumbnailOf } from '../thumbnail';
import { refusalInWords } from '../words/refusals';

/** One recording of many, or the photos of one bird. */
export class BatchItem {
  /** Of the observation, whichever run it has: what was judged is known again after a reload. */
  readonly id: string;
  readonly name: string;
  readonly files: readonly File[];
  state = $state<'waiting' | 'running' | 'done' | 'failed'>('waiting');
  sound = $state.raw<Sound | null>(null);
  photos = $state.raw<readonly Photo[]>([]);
  /** When the first photo was taken, in seconds since midnight. */
  time: number | null = null;
  run = $state.raw<RunState | null>(null);
  /** Why it could not be opened. */
  problem = $state('');
  /** Whether it is in the notebook. */
  kept = $state(false);
  /** A run with another date or place, which the next one replaces. */
  before: RunState | null = null;

  constructor(
    files: readonly File[],
    { id, name }: { id: string; name: string } = { id: crypto.randomUUID(), name: files[0] ? pathOf(files[0]) : '' },
  ) {
    this.id = id;
    this.name = name;
    this.files = files;
  }

  get bytes(): number {
    return this.files.reduce((sum, { size }) => sum + size, 0);
  }

  /** The file of a photo of its run. Some phones call every photo `image.jpg`: of one name, the order tells. */
  original(ref: string): File | null {
    const photos = this.run?.photos ?? [];
    const name = photos.find((photo) => photo.ref === ref)?.name;
    const index = photos.filter((photo) => photo.name === name).findIndex((photo) => photo.ref === ref);
    return this.files.filter((file) => file.name === name)[index] ?? null;
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

/** Saves what was found. */
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
  readonly #onended: ((item: BatchItem) => Promise<void>) | undefined;
  #abort = new AbortController();
  #working: Promise<void> = Promise.resolve();

  constructor(
    app: Goldcrest,
    items: readonly BatchItem[],
    whenWhere: () => WhenWhere,
    keep: Keep,
    kind: 'sounds' | 'photos' = 'sounds',
    onended?: (item: BatchItem) => Promise<void>,
  ) {
    this.kind = kind;
    this.#app = app;
    this.#whenWhere = whenWhere;
    this.items = items;
    this.#keep = keep;
    this.#onended = onended;
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

  /** The recording in progress counts as not listened to. */
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
      await this.#onended?.(item);
      return;
    }
    const { photos, sounds, day, place, thumbnail, close } = opened.value;
    const run = new RunState();
    item.run = run;
    const observation: Observation = { id: item.id, photos, sounds, day, place };
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
    await this.#onended?.(item);
    this.#guess((performance.now() - begun) / 1000);
  }

  async #open(item: BatchItem): Promise<Opening> {
    const [file] = item.files;
    if (file && (await isSound(file))) {
      const opened = await this.#app.openSound(file, item.name);
      if (!opened.ok) return { ok: false, problem: { message: refusalInWords('sound', opened.problem) } };
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
    return this.#openPhotos(item);
  }

  /** One unreadable file does not stop the others of its burst. */
  async #openPhotos(item: BatchItem): Promise<Opening> {
    const photos: Photo[] = [];
    const facts: OpenedPhoto['exif'][] = [];
    let message = '';
    for (const file of item.files) {
      const opened = await this.#app.openPhoto(file, file.name);
      if (opened.ok) {
        photos.push(opened.value.photo);
        facts.push(opened.value.exif);
      } else message = refusalInWords('photo', opened.problem);
    }
    if (photos.length === 0) return { ok: false, problem: { message } };
    item.photos = photos;
    item.time = facts[0]?.time ?? null;
    const given = this.#whenWhere();
    return {
      ok: true,
      value: {
        photos,
        sounds: [],
        day: facts.find(({ day }) => day !== null)?.day ?? given.day,
        place: facts.find(({ place }) => place !== null)?.place ?? given.place,
        thumbnail: (run) => thumbnailOf(this.#app, run, () => null),
        close: () => {
          for (const { ref } of photos) this.#app.closePhoto(ref);
        },
      },
    };
  }

  /** Files differ in length; their bytes tell how much sound is still to come. */
  #guess(spent: number): void {
    this.#spent += spent;
    const bytes = (state: BatchItem['state']): number =>
      this.items.filter((item) => item.state === state).reduce((sum, { bytes: size }) => sum + size, 0);
    const done = bytes('done');
    this.left = done > 0 && this.#spent >= 2 ? (this.#spent / done) * bytes('waiting') : null;
  }
}
