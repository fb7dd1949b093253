import type { Goldcrest } from '../../app/goldcrest';
import { noteBackup, timeNow } from './last-backup';

/** What TypeScript does not know yet of folders that the browser may write to. */
interface WritableFolder extends FileSystemDirectoryHandle {
  queryPermission: (of: { mode: 'readwrite' }) => Promise<PermissionState>;
  requestPermission: (of: { mode: 'readwrite' }) => Promise<PermissionState>;
}
interface Picker {
  showDirectoryPicker?: (options: { id: string; mode: 'readwrite' }) => Promise<WritableFolder>;
}

/** Milliseconds after the last change, so that a review of thirty observations writes the folder once. */
const QUIET_MS = 5000;
const MODE = { mode: 'readwrite' } as const;

/** Null where this browser cannot write folders. */
export async function openFolder(app: Goldcrest, version: string): Promise<FolderInStep | null> {
  if (!FolderInStep.offered) return null;
  const folder = new FolderInStep(app, version);
  await folder.open();
  return folder;
}

/** A folder of the device that the notebook is written to whenever it changes. One way: nothing is read back from it. */
export class FolderInStep {
  /** `asking`: the browser needs permission again, as after each restart. */
  state = $state<'none' | 'asking' | 'waiting' | 'writing' | 'written' | 'failed'>('none');
  name = $state('');
  at = $state.raw<string | null>(null);
  readonly #app: Goldcrest;
  readonly #version: string;
  #folder: WritableFolder | null = null;
  #stop: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again = false;

  constructor(app: Goldcrest, version: string) {
    this.#app = app;
    this.#version = version;
  }

  static get offered(): boolean {
    return 'showDirectoryPicker' in globalThis;
  }

  /** The folder of an earlier visit. */
  async open(): Promise<void> {
    const folder = (await this.#app.folders.load()) as WritableFolder | null;
    if (folder) await this.#use(folder, (await folder.queryPermission(MODE)) === 'granted');
  }

  async choose(): Promise<void> {
    const folder = await (globalThis as Picker).showDirectoryPicker?.({ id: 'goldcrest', ...MODE }).catch(() => null);
    if (!folder) return;
    await this.#app.folders.save(folder);
    await this.#use(folder, true);
  }

  async allow(): Promise<void> {
    const folder = this.#folder;
    if (folder) await this.#use(folder, (await folder.requestPermission(MODE)) === 'granted');
  }

  /** What was written stays in the folder. */
  async forget(): Promise<void> {
    this.#leave();
    this.#folder = null;
    this.state = 'none';
    await this.#app.folders.forget();
  }

  async #use(folder: WritableFolder, allowed: boolean): Promise<void> {
    this.#leave();
    this.#folder = folder;
    this.name = folder.name;
    this.state = allowed ? 'waiting' : 'asking';
    if (!allowed) return;
    this.#stop = this.#app.notebook.onChange(() => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.write(), QUIET_MS);
    });
    await this.write();
  }

  async write(): Promise<void> {
    const folder = this.#folder;
    if (!folder) return;
    if (this.state === 'writing') {
      this.#again = true;
      return;
    }
    this.state = 'writing';
    try {
      const [{ writeParts }, { FolderSink }] = await Promise.all([
        import('../../backup/write'),
        import('../../backup/folder'),
      ]);
      const createdAt = timeNow();
      const facts = { app: this.#version, taxonomy: this.#app.taxonomy.version, createdAt };
      // Two tabs would write into each other's files.
      await navigator.locks.request('goldcrest-folder', () =>
        writeParts(this.#app.notebook, facts, new FolderSink(folder), () => undefined),
      );
      const kept = await this.#app.notebook.list();
      noteBackup({ at: createdAt, upTo: kept[0]?.observation.keptAt ?? '' });
      this.at = createdAt;
      this.state = 'written';
    } catch {
      this.state = 'failed';
    }
    if (this.#again) {
      this.#again = false;
      await this.write();
    }
  }

  #leave(): void {
    this.#stop?.();
    this.#stop = null;
    clearTimeout(this.#timer);
  }
}
