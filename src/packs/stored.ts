import { contentName, type PackFile } from './pack-file';
import { manifestOf, readRecords } from './records';
import type { OpenedPack } from './roles';
import { openStore } from './store/choose';
import { wholeFile, type PackStore, type StoreKind, type WholeFile } from './store/store';

/**
 * Packs in the store, as readers see them. Their files have an address of a kind of its own, `stored:opfs/`, so that all
 * that is said about where a pack lies holds for them too.
 */
const ADDRESS = /^stored:(opfs|indexeddb)\/$/;

export const isStored = (base: string): boolean => ADDRESS.test(base);

type ReadableKind = Exclude<StoreKind, 'memory'>;
const KINDS: readonly ReadableKind[] = ['opfs', 'indexeddb'];
const stores = new Map<string, Promise<PackStore | null>>();

function storeOf(kind: ReadableKind): Promise<PackStore | null> {
  const known = stores.get(kind) ?? openStore(kind);
  stores.set(kind, known);
  return known;
}

/** The packs in use: whole, and by manifests that this app accepts. `candidate` names one that has yet to prove itself. */
export async function openStoredPacks(candidate: string | null = null): Promise<OpenedPack[]> {
  for (const kind of KINDS) {
    const store = await storeOf(kind);
    const records = store ? await readRecords(store).catch(() => []) : [];
    if (!store || records.length === 0) continue;
    const opened: OpenedPack[] = [];
    for (const record of records) {
      const version = record.name === candidate ? record.candidate : record.active;
      const manifest = version && manifestOf(version);
      if (manifest && (await isWhole(store, manifest.files))) opened.push({ base: `stored:${kind}/`, manifest });
    }
    return opened;
  }
  return [];
}

/** A file to be read, not yet checked; null where it is not there. */
export async function openStored(base: string, file: PackFile): Promise<WholeFile | null> {
  const kind = ADDRESS.exec(base)?.[1] as ReadableKind | undefined;
  const store = kind ? await storeOf(kind) : null;
  return (await store?.openWhole(wholeFile(await contentName(file)))) ?? null;
}

async function isWhole(store: PackStore, files: readonly PackFile[]): Promise<boolean> {
  for (const file of files) {
    if ((await store.read(wholeFile(await contentName(file))))?.size !== file.bytes) return false;
  }
  return true;
}
