import type { Goldcrest } from '../../app/goldcrest';
import { makeCache } from '../../packs/kept';
import type { OwnPack } from '../../packs/own-packs';
import { packFolder } from '../addresses';
import type { Offline } from './offline.svelte';

/** What preloading needs from the app. */
interface PreloadingHost {
  readonly offline: Offline;
  /** Whether something is in progress that should not share the connection. */
  readonly busy: boolean;
  open: () => Promise<Goldcrest | null>;
}

/** Which models a file of a kind may need. */
const ROLES_FOR = { photo: ['detector', 'image', 'geo'], sound: ['sound', 'geo'] } as const;
type Kind = keyof typeof ROLES_FOR;

/** About as long as it takes to choose a file. */
const QUIET_MS = 1000;

/** Loads before it is needed: models while a file is being chosen, and, once the page is quiet, everything for use offline. */
export class Preloading {
  /** The packs that come with the app. */
  own: readonly OwnPack[] = [];
  readonly #host: PreloadingHost;
  #begun: readonly Kind[] = [];
  /** How many kinds of models are being loaded now. */
  #loading = 0;

  constructor(host: PreloadingHost) {
    this.#host = host;
  }

  /**
   * Loads the models while the reader is still choosing a photo or a recording. Not earlier: a photo that is chosen at once would have
   * to wait for them, and people who only read old observations need none.
   */
  async prepare(kind: Kind): Promise<void> {
    const app = await this.#host.open();
    if (this.#begun.includes(kind) || !app) return;
    this.#begun = [...this.#begun, kind];
    this.#loading += 1;
    await app.warmUp(ROLES_FOR[kind]);
    this.#loading -= 1;
  }

  /** A run loads what it needs by itself. */
  leaveToRun(): void {
    this.#begun = ['photo', 'sound'];
  }

  /** The packs have changed, so their models have to be loaded again. */
  startOver(): void {
    this.#begun = [];
  }

  /** Installs the service worker once the first screen is drawn, then stores what a run needs. */
  async keepOffline(): Promise<void> {
    const { offline } = this.#host;
    await makeCache();
    // Without headers from the host, only a page that the service worker gave is isolated: so it comes first.
    if (!globalThis.crossOriginIsolated) await offline.register();
    await this.#host.open();
    await this.#quiet();
    // The font of scientific names is not on the first screen: fetched now, it does not arrive during a run.
    void document.fonts.load('italic 1em Newsreader');
    await offline.register();
    await offline.active();
    // What was started in the meantime comes first.
    await this.#quiet();
    const [atOnce, whenUsed] = [false, true].map((later) => this.own.filter((pack) => pack.whenUsed === later));
    await offline.keep(['wasm'], foldersOf(atOnce), foldersOf(whenUsed));
  }

  /** Stores everything that comes with the app, including files that are otherwise fetched on first use. */
  async keepForField(): Promise<void> {
    await this.#host.offline.register();
    await this.#host.offline.keep(['wasm'], foldersOf(this.own));
  }

  /** Resolves when nothing is in progress: a first photo does not share the connection with downloads for later. */
  async #quiet(): Promise<void> {
    do await new Promise((done) => setTimeout(done, QUIET_MS));
    while (this.#host.busy || this.#loading > 0);
  }
}

function foldersOf(packs: readonly OwnPack[] = []): string[] {
  return packs.map(({ name }) => packFolder(name));
}
