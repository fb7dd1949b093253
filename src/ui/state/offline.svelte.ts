import { Workbox } from 'workbox-window';
import type { KeepOffline, KeepOfflineAnswer, Runtime } from '../../sw/messages';
import { packFolder, serviceWorkerAddress } from '../addresses';

/** Progress towards working offline. */
export type OfflineState =
  | { kind: 'unsupported' }
  | { kind: 'preparing'; bytes: number; total: number }
  | { kind: 'ready' }
  | { kind: 'failed'; code: 'unreachable' | 'storage_full' | 'damaged' | 'not_installed' };

/** The service worker as the screens see it: whether the app works offline, and whether a new version waits. */
export class Offline {
  state = $state.raw<OfflineState>({ kind: 'preparing', bytes: 0, total: 0 });
  updateAvailable = $state(false);

  readonly #workbox: Workbox | null;
  readonly #reload: () => void;
  /** The new version already serves this page: what is missing is only the reload. */
  #newInCharge = false;
  #registered = false;

  constructor(script = serviceWorkerAddress(), reload = () => location.reload()) {
    this.#reload = reload;
    this.#workbox = 'serviceWorker' in navigator ? new Workbox(script) : null;
    if (!this.#workbox) this.state = { kind: 'unsupported' };
  }

  get ready(): boolean {
    return this.state.kind === 'ready';
  }

  /** Installs the service worker. Call it once the first screen is drawn, so that it never competes with it. */
  async register(): Promise<void> {
    const workbox = this.#workbox;
    if (!workbox || this.#registered) return;
    this.#registered = true;
    workbox.addEventListener('waiting', () => {
      this.updateAvailable = true;
    });
    workbox.addEventListener('controlling', ({ isUpdate, isExternal }) => {
      if (!isUpdate && isExternal !== true) return;
      this.#newInCharge = true;
      this.updateAvailable = true;
    });
    try {
      await workbox.register();
    } catch {
      this.state = { kind: 'failed', code: 'not_installed' };
    }
  }

  /** Resolves when the service worker is there; at once where there can be none. */
  async active(): Promise<void> {
    if (this.state.kind === 'preparing') await navigator.serviceWorker.ready;
  }

  /**
   * Keeps the runtimes and packs that this device uses; `begun`: packs that are kept where some of their files are here. May be
   * called again, after a failure or for another pack.
   */
  async keep(
    runtimes: Runtime[] = ['wasm'],
    packs: string[] = [packFolder('starter')],
    begun: string[] = [],
  ): Promise<void> {
    if (!this.#workbox || this.state.kind === 'unsupported') return;
    const { active } = await navigator.serviceWorker.ready;
    if (!active) return;
    this.state = { kind: 'preparing', bytes: 0, total: 0 };
    const request: KeepOffline = { type: 'keep-offline', runtimes, packs, begun, loaded: loadedPaths() };
    const channel = new MessageChannel();
    await new Promise<void>((done) => {
      channel.port1.onmessage = ({ data }: MessageEvent<KeepOfflineAnswer>) => {
        this.#show(data);
        if (data.type !== 'progress') done();
      };
      active.postMessage(request, [channel.port2]);
    });
    channel.port1.close();
  }

  /**
   * Changes to the new version and reloads. Only ever called because the reader asked for it: nothing reloads by itself,
   * so no work is lost. The new version may take a moment to start; if something was begun by then, the reader is asked again.
   */
  applyUpdate(busy: () => boolean): void {
    if (this.#newInCharge) {
      this.#reloadUnless(busy);
      return;
    }
    this.#workbox?.addEventListener('controlling', () => this.#reloadUnless(busy));
    this.#workbox?.messageSkipWaiting();
  }

  /** The new version serves this page from now on. */
  #reloadUnless(busy: () => boolean): void {
    this.#newInCharge = true;
    this.updateAvailable = true;
    if (!busy()) this.#reload();
  }

  #show(answer: KeepOfflineAnswer): void {
    switch (answer.type) {
      case 'progress':
        this.state = { kind: 'preparing', bytes: answer.bytes, total: answer.total };
        break;
      case 'kept':
        this.state = { kind: 'ready' };
        break;
      case 'failed':
        this.state = { kind: 'failed', code: answer.code };
    }
  }
}

/** What this page fetched on its first visit, before there was a service worker to keep it. */
function loadedPaths(): string[] {
  const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href));
  return urls.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
}
