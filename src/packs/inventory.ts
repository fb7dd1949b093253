import type { Manifest } from './manifest';
import { manifestOf, readRecords, type VersionRecord } from './records';
import { contentName } from './pack-file';
import { wholeFile, type PackStore } from './store/store';
import { stagedBytes } from './download/staged-file';

/** A pack in the store, as a screen or the app at its start sees it. */
export interface StoredPack {
  name: string;
  /** The version in use; null while the first one is being downloaded. */
  active: StoredVersion | null;
  /** A version that is being downloaded, or is complete and not yet verified on this device. */
  candidate: (StoredVersion & { downloadedBytes: number }) | null;
}

export interface StoredVersion {
  manifest: Manifest;
  trust: VersionRecord['trust'];
  bytes: number;
  arrivedAt: string | null;
  verifiedAt: string | null;
  /** Files that should be there and are not, or have another length. */
  lost: string[];
}

/** What is in the store. Looks at names and lengths only: content is checked when it is used, and on demand. */
export async function listPacks(store: PackStore): Promise<StoredPack[]> {
  const packs: StoredPack[] = [];
  for (const { name, active, candidate } of await readRecords(store)) {
    const inUse = active && (await describe(store, active));
    const arriving = candidate && (await describe(store, candidate));
    if (!inUse && !arriving) continue;
    packs.push({ name, active: inUse, candidate: arriving && (await withArrived(store, arriving)) });
  }
  return packs;
}

async function describe(store: PackStore, version: VersionRecord): Promise<StoredVersion | null> {
  const manifest = manifestOf(version);
  if (!manifest) return null;
  const { trust, arrivedAt, verifiedAt } = version;
  const lost: string[] = [];
  for (const file of manifest.files) {
    if ((await store.read(wholeFile(await contentName(file))))?.size !== file.bytes) lost.push(file.path);
  }
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  return { manifest, trust, bytes, arrivedAt, verifiedAt, lost };
}

async function withArrived(
  store: PackStore,
  version: StoredVersion,
): Promise<StoredVersion & { downloadedBytes: number }> {
  let downloadedBytes = 0;
  for (const file of version.manifest.files) {
    downloadedBytes += version.lost.includes(file.path) ? await stagedBytes(store, file) : file.bytes;
  }
  return { ...version, downloadedBytes };
}
