import {
  splitStorePath,
  wholeBlob,
  type PackStore,
  type PartFile,
  type StoreFolder,
  type StorePath,
  type WholeFile,
} from './store';

/** The origin's private file system. Reading works on a page; writing needs the sync handles that only workers have. */

/** Its own folder, with a version that changes only with the layout: updates of the app never touch it. */
const ROOT = 'goldcrest-packs-v1';

/** A tab that was killed a moment ago may still have its file open. */
const LOCKED_RETRIES = 40;
const LOCKED_PAUSE_MS = 50;

/** Not in the compiler's lists of every context this is compiled for. */
interface SyncHandle {
  getSize(): number;
  read(into: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}
interface MovableFile extends Pick<FileSystemFileHandle, 'getFile'> {
  createSyncAccessHandle?: (options?: { mode: 'read-only' }) => Promise<SyncHandle>;
  move?: (to: FileSystemDirectoryHandle, name: string) => Promise<void>;
}

export class OpfsStore implements PackStore {
  readonly kind = 'opfs';
  /** The files of folders that were read: finding one takes as long as opening it, and listing all hardly longer. */
  #known: Partial<Record<StoreFolder, Promise<Map<string, MovableFile>>>> = {};

  /** Null where the browser has no such file system, or none that can be read. */
  static async open(): Promise<OpfsStore | null> {
    try {
      await folderOf('files');
      return new OpfsStore();
    } catch {
      return null;
    }
  }

  /** Whether files can be written and moved here, tried out on one: the presence of a function says little. */
  static async canWrite(): Promise<boolean> {
    const probe = `probe-${crypto.randomUUID()}`;
    try {
      const folder = await folderOf('staging');
      const file: MovableFile = await folder.getFileHandle(probe, { create: true });
      if (!file.createSyncAccessHandle || !file.move) return false;
      const handle = await file.createSyncAccessHandle();
      handle.write(Uint8Array.of(1, 2), { at: 0 });
      handle.close();
      await file.move(folder, `${probe}-moved`);
      await folder.removeEntry(`${probe}-moved`);
      return true;
    } catch {
      return false;
    }
  }

  async openPart(path: StorePath): Promise<PartFile> {
    const { folder, name } = splitStorePath(path);
    const file: MovableFile = await (await folderOf(folder)).getFileHandle(name, { create: true });
    return new OpfsPart(await openHandle(file));
  }

  async read(path: StorePath): Promise<Blob | null> {
    const { folder, name } = splitStorePath(path);
    try {
      return await (await (await folderOf(folder)).getFileHandle(name)).getFile();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** By a handle where this is a worker that gets one, which is twice as quick: a blob's bytes come from another process. */
  async openWhole(path: StorePath): Promise<WholeFile | null> {
    const { folder, name } = splitStorePath(path);
    try {
      const known = await (this.#known[folder] ??= filesOf(folder));
      const file: MovableFile = known.get(name) ?? (await (await folderOf(folder)).getFileHandle(name));
      known.set(name, file);
      const handle = await file.createSyncAccessHandle?.({ mode: 'read-only' });
      if (handle) return wholeFileOf(handle);
    } catch {
      // Missing, or another tab writes it: the blob will tell.
      this.#known = {};
    }
    const blob = await this.read(path);
    return blob && wholeBlob(blob);
  }

  async list(folder: StoreFolder): Promise<string[]> {
    const names: string[] = [];
    for await (const name of (await folderOf(folder)).keys()) names.push(name);
    return names.sort();
  }

  async move(from: StorePath, to: StorePath): Promise<void> {
    const [source, target] = [splitStorePath(from), splitStorePath(to)];
    const file: MovableFile = await (await folderOf(source.folder)).getFileHandle(source.name);
    await file.move?.(await folderOf(target.folder), target.name);
  }

  async remove(path: StorePath): Promise<void> {
    const { folder, name } = splitStorePath(path);
    try {
      await (await folderOf(folder)).removeEntry(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

class OpfsPart implements PartFile {
  readonly #handle: SyncHandle;
  size: number;

  constructor(handle: SyncHandle) {
    this.#handle = handle;
    this.size = handle.getSize();
  }

  append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const written = this.#handle.write(bytes, { at: this.size });
    // A full device throws in some browsers; in others the count is short, or in Chromium one too large to be true.
    if (written !== bytes.length) {
      this.#handle.truncate(this.size);
      throw new DOMException('the device is full', 'QuotaExceededError');
    }
    this.size += written;
    return Promise.resolve();
  }

  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, this.size) - from));
    return Promise.resolve(bytes.subarray(0, this.#handle.read(bytes, { at: from })));
  }

  truncate(size: number): Promise<void> {
    this.#handle.truncate(size);
    this.size = size;
    return Promise.resolve();
  }

  /** Written bytes are with the operating system and survive the tab; the flush to the disk comes once, at the end. */
  flush(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#handle.flush();
    this.#handle.close();
    return Promise.resolve();
  }
}

function wholeFileOf(handle: SyncHandle): WholeFile {
  return {
    size: handle.getSize(),
    read: (into, from) => Promise.resolve(handle.read(into, { at: from }) === into.length),
    close: () => handle.close(),
  };
}

async function folderOf(folder: StoreFolder): Promise<FileSystemDirectoryHandle> {
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, { create: true });
  return root.getDirectoryHandle(folder, { create: true });
}

async function filesOf(folder: StoreFolder): Promise<Map<string, MovableFile>> {
  const files = new Map<string, MovableFile>();
  for await (const [name, handle] of (await folderOf(folder)).entries()) {
    if (handle.kind === 'file') files.set(name, handle);
  }
  return files;
}

async function openHandle(file: MovableFile): Promise<SyncHandle> {
  for (let retry = 0; ; retry++) {
    try {
      return await file.createSyncAccessHandle!();
    } catch (error) {
      const locked = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (!locked || retry === LOCKED_RETRIES) throw error;
      await new Promise((done) => setTimeout(done, LOCKED_PAUSE_MS));
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}
