/** Keeps the screen on while it is held; a browser drops the lock whenever the page is hidden, so it is asked for again. */
export class WakeLock {
  #sentinel: WakeLockSentinel | null = null;
  /** Counts holds and releases, so that an answer that comes late is known to be late. */
  #wishes = 0;

  readonly #onVisible = (): void => {
    if (document.visibilityState === 'visible') void this.#ask();
  };

  /** Whether the browser can keep the screen on at all. */
  static get supported(): boolean {
    return 'wakeLock' in navigator;
  }

  async hold(): Promise<void> {
    this.#wishes += 1;
    document.addEventListener('visibilitychange', this.#onVisible);
    await this.#ask();
  }

  release(): void {
    this.#wishes += 1;
    document.removeEventListener('visibilitychange', this.#onVisible);
    void this.#sentinel?.release();
    this.#sentinel = null;
  }

  async #ask(): Promise<void> {
    if (!WakeLock.supported) return;
    const wish = this.#wishes;
    try {
      const sentinel = await navigator.wakeLock.request('screen');
      // Released before the browser answered.
      if (wish === this.#wishes) this.#sentinel = sentinel;
      else void sentinel.release();
    } catch {
      // Refused, for example at a low battery; the screen then goes off as usual, and the page says so.
    }
  }
}
