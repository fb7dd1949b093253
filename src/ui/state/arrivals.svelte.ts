import { forgetShared, sharedFiles } from '../../sw/shared';
import { go } from '../route.svelte';

/** What a desktop hands over when a file is opened with the app: https://wicg.github.io/web-app-launch/ */
interface LaunchQueue {
  setConsumer: (consumer: (launch: { files?: readonly { getFile: () => Promise<File> }[] }) => void) => void;
}

/** Files from another app. They are shown first; nothing is done with them until the reader chooses. */
export class Arrivals {
  files = $state.raw<readonly File[]>([]);
  loaded = $state(false);
  /** Opened from the desktop: these are in no cache. */
  #opened: readonly File[] = [];

  async load(): Promise<void> {
    this.files = [...(await sharedFiles()), ...this.#opened];
    this.loaded = true;
  }

  async clear(): Promise<void> {
    this.#opened = [];
    this.files = [];
    await forgetShared();
  }

  /** Takes what the desktop opens with the app. */
  listen(): void {
    const queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue;
    queue?.setConsumer(({ files = [] }) => void this.#open(files));
  }

  async #open(handles: readonly { getFile: () => Promise<File> }[]): Promise<void> {
    if (handles.length === 0) return;
    // A file that has been moved away meanwhile is left out.
    const files = await Promise.all(handles.map((handle) => handle.getFile().catch(() => null)));
    this.#opened = [...this.#opened, ...files.filter((file) => file !== null)];
    go('/shared/files');
    await this.load();
  }
}
