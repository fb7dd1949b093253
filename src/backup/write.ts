import type { Identification, KeptObservation } from '../domain/notebook/kept';
import type { AgentEvent } from '../domain/events';
import { BACKUP_VERSION, type Manifest, type RunLine } from './format';
import { ZipWriter } from './zip-write';

interface BackedUpRun {
  id: string;
  at: string;
  observation: string;
  events: AgentEvent[];
  thumbnail: Blob | null;
}

/** Where the notebook is read from. */
export interface BackupSource {
  list: () => Promise<readonly { observation: KeptObservation; identifications: readonly Identification[] }[]>;
  runsOf: (observation: string) => Promise<readonly BackedUpRun[]>;
  mediaOf: (sha256: string) => Promise<Blob | null>;
}

export interface BackupFacts {
  app: string;
  taxonomy: string;
  createdAt: string;
}

export interface Backup {
  file: Blob;
  manifest: Manifest;
  /** Photos and sounds that are listed but are not here any more. */
  missing: string[];
}

/** A line of a file, and how many observations are done, for progress. */
export type OnProgress = (done: number, total: number) => void;

/** Where the files of a backup go. */
export interface BackupSink {
  /** A file as it is. */
  store: (name: string, file: Blob) => Promise<void>;
  /** Text, line by line; gives how long it is and its sha256. */
  deflate: (
    name: string,
    lines: AsyncIterable<string> | Iterable<string>,
  ) => Promise<{ bytes: number; sha256: string }>;
}

/** The notebook as one zip. Photos and sounds are parts of it as they lie in storage; none is copied. */
export async function writeBackup(source: BackupSource, facts: BackupFacts, onProgress: OnProgress): Promise<Backup> {
  const zip = new ZipWriter();
  const written = await writeParts(source, facts, zip, onProgress);
  return { ...written, file: zip.finish() };
}

/** All files of a backup, the manifest last: without it the others are not taken for a complete backup. */
export async function writeParts(
  source: BackupSource,
  facts: BackupFacts,
  zip: BackupSink,
  onProgress: OnProgress,
): Promise<Omit<Backup, 'file'>> {
  const entries = await source.list();
  const missing: string[] = [];
  const stored = new Set<string>();
  const keep = async (sha256: string, file: Blob): Promise<void> => {
    if (stored.has(sha256)) return;
    stored.add(sha256);
    await zip.store(`media/${sha256}`, file);
  };

  const observations = await zip.deflate(
    'observations.jsonl',
    jsonLines(entries.map(({ observation }) => observation)),
  );
  const identifications = entries.flatMap((entry) => entry.identifications);
  const words = await zip.deflate('identifications.jsonl', jsonLines(identifications));

  let runs = 0;
  const thumbnails = new Map<string, Blob>();
  const lines = async function* (): AsyncGenerator<string> {
    let done = 0;
    for (const { observation } of entries) {
      for (const { thumbnail, ...run } of await source.runsOf(observation.id)) {
        runs += 1;
        const sha256 = thumbnail && (await hashOf(thumbnail));
        if (sha256) thumbnails.set(sha256, thumbnail);
        const line: RunLine = { ...run, thumbnail: sha256 ? { sha256, type: thumbnail.type } : null };
        yield `${JSON.stringify(line)}\n`;
      }
      onProgress((done += 1), 2 * entries.length);
    }
  };
  const runText = await zip.deflate('runs.jsonl', lines());
  for (const [sha256, file] of thumbnails) await keep(sha256, file);

  for (const [index, { observation }] of entries.entries()) {
    for (const { sha256 } of observation.media) {
      const file = stored.has(sha256) ? null : await source.mediaOf(sha256);
      if (file) await keep(sha256, file);
      else if (!stored.has(sha256)) missing.push(sha256);
    }
    onProgress(entries.length + index + 1, 2 * entries.length);
  }

  const manifest: Manifest = {
    format: 'goldcrest-backup',
    version: BACKUP_VERSION,
    ...facts,
    counts: { observations: entries.length, identifications: identifications.length, runs, media: stored.size },
    files: { 'observations.jsonl': observations, 'identifications.jsonl': words, 'runs.jsonl': runText },
  };
  await zip.deflate('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
  return { manifest, missing };
}

function* jsonLines(rows: readonly unknown[]): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

async function hashOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
