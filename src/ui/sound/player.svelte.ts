import type { Stretch } from '../../domain/observation';

/** How far the smooth clock may drift from the browser's before it is corrected, in seconds. */
const DRIFT = 0.06;

/** Plays a recording, or just a stretch of it. */
export class Player {
  playing = $state(false);
  /** The stretch being played; null for all from here on. */
  stretch = $state.raw<Stretch | null>(null);
  /** The browser cannot play it, or it is no longer there. */
  silent = $state(false);
  readonly #load: () => Promise<Blob | null>;
  #audio: HTMLAudioElement | null = null;
  #opening: Promise<HTMLAudioElement | null> | null = null;
  #place = 0;
  #anchor = { at: 0, time: 0 };

  constructor(load: () => Promise<Blob | null>) {
    this.#load = load;
  }

  /** Where the playhead stands, in seconds; moves smoothly between the browser's own coarse steps. */
  now(): number {
    const audio = this.#audio;
    if (!audio || !this.playing) return this.#place;
    const at = performance.now();
    const guess = this.#anchor.time + (at - this.#anchor.at) / 1000;
    const told = audio.currentTime;
    const time = Math.abs(guess - told) > DRIFT ? told : guess;
    if (time !== guess) this.#anchor = { at, time };
    if (this.stretch && time >= this.stretch.to) {
      this.pause();
      this.#place = this.stretch.to;
      return this.#place;
    }
    this.#place = time;
    return time;
  }

  async play(stretch: Stretch | null = null): Promise<void> {
    const audio = await this.#open();
    if (!audio) return;
    this.stretch = stretch;
    if (stretch) this.#place = stretch.from;
    else if (this.#place >= audio.duration - 0.05) this.#place = 0;
    audio.currentTime = this.#place;
    this.#anchor = { at: performance.now(), time: this.#place };
    try {
      await audio.play();
      this.#anchor = { at: performance.now(), time: audio.currentTime };
      this.playing = true;
    } catch (error) {
      // Another play or pause came in between; anything else means that this browser cannot play it.
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.silent = true;
    }
  }

  pause(): void {
    this.#audio?.pause();
    this.playing = false;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else void this.play();
  }

  /** Puts the playhead somewhere; goes on playing from there if it was. */
  seek(time: number): void {
    this.#place = Math.max(0, time);
    this.stretch = null;
    if (this.#audio) this.#audio.currentTime = this.#place;
    this.#anchor = { at: performance.now(), time: this.#place };
  }

  close(): void {
    this.pause();
    if (this.#audio) URL.revokeObjectURL(this.#audio.src);
    this.#audio = null;
    this.#opening = null;
  }

  #open(): Promise<HTMLAudioElement | null> {
    this.#opening ??= this.#make();
    return this.#opening;
  }

  async #make(): Promise<HTMLAudioElement | null> {
    const file = await this.#load();
    if (!file) {
      this.silent = true;
      return null;
    }
    const audio = new Audio(URL.createObjectURL(file));
    audio.addEventListener('ended', () => (this.playing = false));
    audio.addEventListener('error', () => {
      this.playing = false;
      this.silent = true;
    });
    // Frames stop in a hidden tab; the end of a stretch still has to be noticed.
    audio.addEventListener('timeupdate', () => {
      if (document.visibilityState === 'hidden') this.now();
    });
    this.#audio = audio;
    return audio;
  }
}
