import type { Goldcrest } from '../../app/goldcrest';
import { secondsOf } from '../../domain/notebook/keeping';
import type { Page } from '../../domain/notebook/page';
import type { ImageRef } from '../../domain/observation';
import { isSound } from '../../media/sound/is-sound';
import type { LibraryOpener } from '../library/opening';
import type { Problem } from '../problem';
import { soundsIn } from '../sound-files';
import { problemWords } from '../words/problems';
import { refusalInWords } from '../words/refusals';
import { LiveObservation, sameFocus, type Hooks } from './observation.svelte';
import type { NewPhoto, PhotoQuestion } from './photo-question.svelte';
import type { RunState } from './run.svelte';
import type { OwnRecording } from './sounds.svelte';

/** From this many photos on, they are a library: nobody chooses so many of one bird by hand, and opening all of them takes long. */
const LIBRARY_FROM = 10;

/** What opening files needs from the app. */
type IntakeHost = LibraryOpener & {
  live: LiveObservation | null;
  readonly hooks: Hooks;
  readonly sound: { openMany: (files: readonly File[], kind?: 'photos') => Promise<void> };
  report: (problem: Problem) => void;
};

/** Makes observations of files: new ones, more of the same, and those that are judged again. */
export class Intake {
  /** Photos that wait for the answer whether they are of one bird. */
  question = $state.raw<PhotoQuestion | null>(null);
  /** The observation that the photos in question are of, if they are of one bird. */
  #asked: LiveObservation | null = null;
  readonly #host: IntakeHost;

  constructor(host: IntakeHost) {
    this.#host = host;
  }

  /** Opens files as a new observation, or adds them to the one on the screen, and starts a run with what could be read. */
  async add(files: readonly File[], into: 'new' | 'current', own?: OwnRecording): Promise<void> {
    if (files.length === 0) return;
    // Recordings together are a morning's work; whether photos together are of one bird is asked where they differ.
    const sounds = into === 'new' && files.length > 1 ? await soundsIn(files) : [];
    if (sounds.length > 1 && !files.some((file) => file.type.startsWith('image/'))) {
      await this.#host.sound.openMany(sounds);
      return;
    }
    if (into === 'new' && files.length >= LIBRARY_FROM) {
      const { openLibrary } = await import('../library/opening');
      if (await openLibrary(this.#host, files)) return;
    }
    this.#host.opening += files.length;
    this.#host.preloading.leaveToRun();
    const app = await this.#host.open();
    if (!app) {
      this.#host.opening -= files.length;
      return;
    }
    const current = into === 'current' ? this.#host.live : null;
    const target = current ?? new LiveObservation(app, this.#host.hooks);
    if (own) target.cameFrom(own);
    let added = 0;
    const photos: NewPhoto[] = [];
    for (const file of files) {
      const problem = await this.#openFile(app, target, file, photos);
      this.#host.opening -= 1;
      if (problem === null) added += 1;
      else this.#host.report(problemWords.notOpened(file.name, problem, current !== null || files.length > 1));
    }
    if (added === 0) return;
    if (!current && photos.length > 1 && target.sounds.length === 0) {
      // Only now: most photos come alone.
      const { questionAbout } = await import('./photo-question.svelte');
      const question = await questionAbout(photos, app);
      if (question.differences.length > 0) {
        this.question = question;
        this.#asked = target;
        return;
      }
    }
    if (!current) this.#show(target);
    void target.start(null, current?.run ?? null);
  }

  /** One bird, or as many as there are photos; `none` closes them all. */
  answer(answer: 'one' | 'many' | 'none'): void {
    const { question } = this;
    const target = this.#asked;
    this.question = null;
    this.#asked = null;
    if (!question || !target) return;
    if (answer === 'one') {
      this.#show(target);
      void target.start();
      return;
    }
    target.close();
    const files = question.photos.map(({ file }) => file);
    if (answer === 'many') void this.#host.sound.openMany(files, 'photos');
  }

  removePhoto(ref: ImageRef): void {
    this.question?.remove(ref);
    this.#asked?.removePhoto(ref);
    if (this.question?.photos.length === 1) this.answer('one');
  }

  /** Judges the observation on the screen again, with the models that are here now. */
  async judgeAgain(): Promise<void> {
    const { app, live } = this.#host;
    if (!app || !live) return;
    const target = new LiveObservation(app, this.#host.hooks);
    for (const file of live.files) await this.#openFile(app, target, file, []);
    target.like(live);
    this.#show(target);
    void target.start(null, live.run);
  }

  /** Judges a kept observation again, from the files that were kept. */
  async judgeKept({ observation: kept }: Page, before: RunState): Promise<void> {
    const app = await this.#host.open();
    if (!app) return;
    const target = new LiveObservation(app, this.#host.hooks);
    for (const { sha256, name, type } of kept.media) {
      const file = await app.notebook.mediaOf(sha256);
      const problem = file && (await this.#openFile(app, target, new File([file], name, { type }), []));
      if (problem) this.#host.report(problemWords.notOpened(name, problem, true));
    }
    if (target.photos.length + target.sounds.length === 0) return;
    const { day, place, note = '' } = kept.observation;
    target.like({ day, place, note, daySource: 'typed', time: kept.time === null ? null : secondsOf(kept.time) });
    this.#show(target);
    void target.start(sameFocus(before, target.photos), before);
  }

  #show(target: LiveObservation): void {
    this.#host.live?.close();
    this.#host.live = target;
  }

  /** Returns the reason if the file could not be opened. */
  async #openFile(app: Goldcrest, target: LiveObservation, file: File, photos: NewPhoto[]): Promise<string | null> {
    if (await isSound(file)) {
      const opened = await app.openSound(file, file.name);
      if (!opened.ok) return refusalInWords('sound', opened.problem);
      target.addSound(opened.value.sound, file);
      return null;
    }
    const opened = await app.openPhoto(file, file.name);
    if (!opened.ok) return refusalInWords('photo', opened.problem);
    target.add(opened.value, file);
    const { photo, exif } = opened.value;
    photos.push({ ref: photo.ref, name: file.name, file, facts: { ...exif, copy: null } });
    return null;
  }
}
