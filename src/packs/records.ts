import * as v from 'valibot';
import { judgeManifest } from './trust/judge';
import type { Manifest } from './manifest';
import { writeWhole, type PackStore, type StorePath } from './store/store';

/** What the store remembers about one version of a pack. */
const VersionSchema = v.object({
  /** The exact text, which the signature is about. */
  manifest: v.string(),
  signature: v.nullable(v.string()),
  trust: v.picklist(['signed', 'app', 'unsigned', 'unchecked']),
  /** Addresses of the manifest, for files that lie beside it and for updates. */
  bases: v.array(v.string()),
  /** ISO times. */
  arrivedAt: v.nullable(v.string()),
  verifiedAt: v.nullable(v.string()),
});
export type VersionRecord = v.InferOutput<typeof VersionSchema>;

/** A pack as the store keeps it: the version in use, and one that is arriving or has yet to prove itself. */
const RecordSchema = v.object({
  name: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  active: v.nullable(VersionSchema),
  candidate: v.nullable(VersionSchema),
  /** The newest verified version that was ever accepted: nothing older is accepted again, not even after a removal. */
  floor: v.nullable(v.string()),
});
export type PackRecord = v.InferOutput<typeof RecordSchema>;

const SUFFIX = '.json';
const recordPath = (name: string): StorePath => `records/${name}${SUFFIX}`;

export async function readRecord(store: PackStore, name: string): Promise<PackRecord | null> {
  const blob = await store.read(recordPath(name));
  if (!blob) return null;
  try {
    return v.parse(RecordSchema, JSON.parse(await blob.text()));
  } catch {
    return null;
  }
}

export async function readRecords(store: PackStore): Promise<PackRecord[]> {
  const names = (await store.list('records')).filter((name) => name.endsWith(SUFFIX));
  const records = await Promise.all(names.map((name) => readRecord(store, name.slice(0, -SUFFIX.length))));
  return records.filter((record) => record !== null);
}

export async function writeRecord(store: PackStore, record: PackRecord): Promise<void> {
  await writeWhole(store, recordPath(record.name), new TextEncoder().encode(JSON.stringify(record)));
}

/** Judged again on every reading: the rules of a newer app may be stricter than those the pack came in under. */
export function manifestOf(version: VersionRecord): Manifest | null {
  const judged = judgeManifest(new TextEncoder().encode(version.manifest));
  return judged.ok ? judged.value : null;
}
