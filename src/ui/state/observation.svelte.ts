import type { Policy } from '../../agent/policy';
import type { Box } from '../../domain/box';
import type { ImageRef, Observation, Photo, Place, Sound, SoundRef } from '../../domain/observation';
import type { Goldcrest, OpenedPhoto } from '../../app/goldcrest';
import { lastReplies } from '../../domain/questions/observer-answers';
import { nextTask } from '../../domain/slices';
import { birdsIn, sameBox } from '../reading';
import { language } from '../words/language.svelte';
import { RunState } from './run.svelte';

/** Where the day came from: the photo's EXIF, the clock while recording, or the observer. */
export type DaySource = 'exif' | 'recorded' | 'typed';

export interface Focus {
  photo: ImageRef;
  box: Box;
}

export interface Hooks {
  /** Who decides the steps; undefined leaves it to the rules. */
  policy: () => Promise<Policy | undefined>;
  /** The run has an id: it can be linked to. */
  started: (run: RunState) => void;
  /** The run has a verdict; `replaces` is the run about the same bird that it makes obsolete. */
  ended: (run: RunState, replaces: RunState | null) => void;
}

/** The observation on the screen: its photos, sounds, date and place, and one run for each bird that was asked about. */
export class LiveObservation {
  photos = $state.raw<readonly Photo[]>([]);
  sounds = $state.raw<readonly Sound[]>([]);
  /** Stretches in which people are heard are left out of what is saved, unless the observer wants them. */
  keepVoices = $state(false);
  /** The recording in the storage that this observation was made of; null where there is none, or it is settled. */
  recordedAs: string | null = null;
  day = $state.raw<string | null>(null);
  daySource = $state.raw<DaySource>('exif');
  place = $state.raw<Place | null>(null);
  /** Seconds since midnight, local time, on the day that the photo was taken or the recording begun. */
  time: number | null = null;
  /** What the observer wrote. */
  note = $state.raw('');
  runs = $state.raw<readonly RunState[]>([]);
  run = $state.raw<RunState | null>(null);

  readonly id = crypto.randomUUID();
  #files: readonly { ref: SoundRef; file: Blob }[] = [];
  #originals: readonly { ref: ImageRef | SoundRef; file: File }[] = [];
  readonly #app: Goldcrest;
  readonly #hooks: Hooks;
  #abort: AbortController | null = null;
  /** Answers that were read from a note that has just been written. */
  #understood: NonNullable<Observation['answers']> | null = null;

  constructor(app: Goldcrest, hooks: Hooks) {
    this.#app = app;
    this.#hooks = hooks;
  }

  add({ photo, exif }: OpenedPhoto, file: File): void {
    this.#originals = [...this.#originals, { ref: photo.ref, file }];
    this.photos = [...this.photos, photo];
    if (this.day === null) this.time = exif.time;
    this.day ??= exif.day;
    this.place ??= exif.place;
  }

  /** Removes a photo from the observation. */
  removePhoto(ref: ImageRef): void {
    this.photos = this.photos.filter((photo) => photo.ref !== ref);
    this.#originals = this.#originals.filter((one) => one.ref !== ref);
    this.#app.closePhoto(ref);
  }

  /** Removes a photo from an observation that was already judged: its verdict no longer holds. */
  async withoutPhoto(ref: ImageRef): Promise<void> {
    if (this.photos.length < 2) return;
    this.cancel();
    const before = this.run;
    this.removePhoto(ref);
    this.runs = this.runs.filter((run) => run === before);
    await this.start(null, before);
  }

  /** The files of photos and sounds, to open them again. */
  get files(): readonly File[] {
    return this.#originals.map(({ file }) => file);
  }

  /** The file of a photo or sound as it was given. */
  original(ref: ImageRef | SoundRef): File | null {
    return this.#originals.find((one) => one.ref === ref)?.file ?? null;
  }

  /** Takes over what the observer said about another observation of the same files. */
  like(other: Pick<LiveObservation, 'day' | 'daySource' | 'place' | 'time' | 'note'> & Partial<LiveObservation>): void {
    const { day, daySource, place, time, note, keepVoices = true, recordedAs = null } = other;
    Object.assign(this, { day, daySource, place, time, note, keepVoices, recordedAs });
  }

  /** Marks it as recorded by the app itself: when, and where its chunks are stored until it is saved. */
  cameFrom({ day, place, recording }: { day: string; place: Place | null; recording: string }): void {
    this.day = day;
    this.place = place;
    this.daySource = 'recorded';
    this.recordedAs = recording;
  }

  addSound(sound: Sound, file: File): void {
    this.#originals = [...this.#originals, { ref: sound.ref, file }];
    this.#files = [...this.#files, { ref: sound.ref, file }];
    this.sounds = [...this.sounds, sound];
  }

  /** A recording of this observation; null where it is another's. */
  recording(ref: SoundRef): Blob | null {
    return this.#files.find((one) => one.ref === ref)?.file ?? null;
  }

  birds(photo: ImageRef): { box: Box; score: number }[] {
    for (const run of this.runs) {
      const found = birdsIn(run.ledger, photo);
      if (found.length) return found;
    }
    return [];
  }

  /** Shows the run about this bird, and starts it where there is none yet. */
  async choose(focus: Focus): Promise<void> {
    const known = this.runs.find(
      (run) => run.verdict && run.subject?.photo === focus.photo && sameBox(run.subject.box, focus.box),
    );
    if (known) {
      this.cancel();
      this.run = known;
      this.#hooks.started(known);
      return;
    }
    await this.start(focus);
  }

  /** Date and place count for every bird: earlier runs no longer hold, and the one on the screen starts again. */
  async changeWhenWhere(day: string | null, place: Place | null): Promise<void> {
    if (day !== this.day) {
      this.daySource = 'typed';
      this.time = null;
    }
    const same = day === this.day && JSON.stringify(place) === JSON.stringify(this.place);
    this.day = day;
    this.place = place;
    if (same) return;
    const before = this.run;
    const focus = before && focusOf(before);
    this.runs = this.runs.filter((run) => run === before);
    await this.start(focus, before);
  }

  async start(focus: Focus | null = null, replaces: RunState | null = null): Promise<void> {
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    const run = new RunState();
    this.run = run;
    this.runs = [...this.runs.filter((one) => one !== replaces), run];
    const policy = await this.#hooks.policy();
    const options = { signal: abort.signal, ...(policy && { policy }) };
    for await (const event of this.#app.identify(this.#observation(focus, replaces), options)) {
      run.push(event);
      if (event.type === 'started' && this.run === run) this.#hooks.started(run);
      // Each step is drawn in a task of its own: several at once would hold the page up.
      await nextTask();
    }
    if (run.verdict) this.#hooks.ended(run, replaces);
  }

  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  close(): void {
    this.cancel();
    for (const photo of this.photos) this.#app.closePhoto(photo.ref);
    for (const sound of this.sounds) this.#app.closeSound(sound.ref);
  }

  /** The observation as it is now, for a caller that runs it in another way. */
  get whole(): Observation {
    return this.#observation(null);
  }

  /** The note is part of the observation, so the run on the screen starts again with it. */
  async write(note: string): Promise<void> {
    const same = note.trim() === this.note;
    this.note = note.trim();
    if (same) return;
    const { readNote } = await import('../../domain/questions/read-note');
    this.#understood = readNote(this.note, language()).map(({ question, answer }) => ({
      question,
      said: answer,
      from: 'note',
    })) as NonNullable<Observation['answers']>;
    const before = this.run;
    await this.start(before && focusOf(before), before);
    this.#understood = null;
  }

  /** The observer's answers about this bird still count; what was read from an older note does not. */
  #answers(replaces: RunState | null): NonNullable<Observation['answers']> {
    const replies = replaces ? lastReplies(replaces.ledger) : [];
    const read = this.#understood;
    const kept = replies.flatMap(({ question, said, from }) =>
      said === null || (read && from === 'note') ? [] : [{ question, said, from }],
    ) as NonNullable<Observation['answers']>;
    const open = (read ?? []).filter((one) => !kept.some(({ question }) => question === one.question));
    return [...kept, ...open];
  }

  #observation(focus: Focus | null, replaces: RunState | null = null): Observation {
    const answers = this.#answers(replaces);
    const photos = focus
      ? this.photos.filter((photo) => photo.ref === focus.photo).map((photo) => ({ ...photo, focus: focus.box }))
      : [...this.photos];
    const note = this.note === '' ? {} : { note: this.note };
    return {
      id: this.id,
      photos,
      sounds: [...this.sounds],
      place: this.place,
      day: this.day,
      ...note,
      ...(answers.length > 0 && { answers }),
    };
  }
}

/** The bird that a run was about, on the same photos opened again, perhaps as smaller copies. */
export function sameFocus(run: RunState, photos: readonly Photo[]): Focus | null {
  const index = run.photos.findIndex((one) => one.focus);
  const before = run.photos[index];
  const photo = run.photos.length === photos.length ? photos[index] : photos.find(({ name }) => name === before?.name);
  if (!before?.focus || !photo) return null;
  const scale = photo.width / before.width;
  const { x, y, width, height } = before.focus;
  return { photo: photo.ref, box: { x: x * scale, y: y * scale, width: width * scale, height: height * scale } };
}

function focusOf(run: RunState): Focus | null {
  const photo = run.photos.find((one) => one.focus);
  return photo?.focus ? { photo: photo.ref, box: photo.focus } : null;
}
