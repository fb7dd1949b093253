/**
 * Where the bytes of packs live: a few folders of files, behind one interface, so that the same promises hold where the
 * browser has a file system of its own (OPFS) and where it has only IndexedDB.
 */
export interface PackStore {
  readonly kind: StoreKind;
  /** Opens a file for appending and creates it if needed. One writer at a time. */
  openPart(path: StorePath): Promise<PartFile>;
  /** A whole file, read lazily; null where there is none. */
  read(path: StorePath): Promise<Blob | null>;
  /** Opens a whole file to be read in pieces; null where there is none. */
  openWhole(path: StorePath): Promise<WholeFile | null>;
  /** The names in a folder; none if it does not exist. */
  list(folder: StoreFolder): Promise<string[]>;
  /** Moves a file into place atomically and replaces what was there. */
  move(from: StorePath, to: StorePath): Promise<void>;
  /** No error where there is nothing to remove. */
  remove(path: StorePath): Promise<void>;
}

export const STORE_KINDS = ['opfs', 'indexeddb', 'memory'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** A file that grows at its end. */
export interface PartFile {
  readonly size: number;
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
  truncate(size: number): Promise<void>;
  /** Everything appended so far survives the tab from here on. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A file that is read. */
export interface WholeFile {
  readonly size: number;
  /** Fills `into` from this position on. False if the file is too short. */
  read(into: Uint8Array<ArrayBuffer>, from: number): Promise<boolean>;
  close(): void;
}

/**
 * The folders of the store. `files` holds whole, verified files under the name of their content, whichever packs
 * list them; `staging` what is still arriving; `records` one file a pack. No name from a manifest is ever used as a name in
 * here, so no manifest can reach outside its pack.
 */
export const STORE_FOLDERS = ['files', 'staging', 'records'] as const;
export type StoreFolder = (typeof STORE_FOLDERS)[number];
export type StorePath = `${StoreFolder}/${string}`;

const PLAIN_NAME = /^[a-z0-9][a-z0-9.-]{0,90}$/;

/** Splits a path, and throws for a name that this app would never give: a programming error, not a user's. */
export function splitStorePath(path: StorePath): { folder: StoreFolder; name: string } {
  const [folder, name, ...rest] = path.split('/');
  const known = STORE_FOLDERS.find((one) => one === folder);
  if (!known || name === undefined || rest.length > 0 || !PLAIN_NAME.test(name)) {
    throw new Error(`"${path}" is no path of the store`);
  }
  return { folder: known, name };
}

/** A file that is read from a blob. */
export function wholeBlob(blob: Blob): WholeFile {
  return {
    size: blob.size,
    async read(into, from) {
      const bytes = new Uint8Array(await blob.slice(from, from + into.length).arrayBuffer());
      into.set(bytes);
      return bytes.length === into.length;
    },
    close: () => undefined,
  };
}

/** Where a whole file lies. */
export const wholeFile = (content: string): StorePath => `files/${content}`;

/** Writes a small file as a whole: a reader sees the old one or the new one, never half of either. */
export async function writeWhole(store: PackStore, path: StorePath, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const draft: StorePath = `staging/${splitStorePath(path).name}.draft`;
  const part = await store.openPart(draft);
  try {
    await part.truncate(0);
    await part.append(bytes);
    await part.flush();
  } finally {
    await part.close();
  }
  await store.move(draft, path);
}
