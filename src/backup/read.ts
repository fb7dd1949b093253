import { parseJson } from '../domain/json';
import { createSHA256 } from 'hash-wasm';
import * as v from 'valibot';
import {
  BACKUP_VERSION,
  FormatSchema,
  IdentificationSchema,
  KeptObservationSchema,
  ManifestSchema,
  MAX_IDENTIFICATIONS,
  MAX_LINE,
  MAX_MEDIUM,
  MAX_OBSERVATIONS,
  MAX_TEXT,
  RunLineSchema,
  type BackupRows,
  type Manifest,
  type RunLine,
  type TextFile,
} from './format';
import { BadBackup, type BackupProblem } from './problem';
import { entryFile, readEntry, zipEntries, type ZipEntry } from './zip-read';
import { piecesOf } from './zip-write';

/** A backup whose list and rows were read and hold together. Its photos are checked as they are taken. */
export interface OpenedBackup {
  manifest: Manifest;
  rows: BackupRows;
  /** Line by line, so that a year of runs needs no memory. */
  runs: () => AsyncGenerator<RunLine>;
  /** A photo or sound whose bytes have this hash; null where the backup was made without it. */
  medium: (sha256: string) => Promise<Blob | null>;
}

export type Opened = { ok: true; value: OpenedBackup } | { ok: false; problem: BackupProblem; where: string };

export async function openBackup(file: Blob): Promise<Opened> {
  return asValue(() => open(file));
}

/** Runs what may find a backup bad, and gives that as a value. */
export async function asValue<Value>(
  work: () => Promise<Value>,
): Promise<{ ok: true; value: Value } | { ok: false; problem: BackupProblem; where: string }> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof BadBackup) return { ok: false, problem: error.problem, where: error.where };
    throw error;
  }
}

async function open(file: Blob): Promise<OpenedBackup> {
  const entries = await zipEntries(file);
  const manifest = await readManifest(file, entries);
  const { counts } = manifest;
  if (counts.observations > MAX_OBSERVATIONS || counts.identifications > MAX_IDENTIFICATIONS)
    throw new BadBackup('too_large', 'manifest.json');

  const all = async <Row>(name: TextFile, count: number, schema: v.GenericSchema<unknown, Row>): Promise<Row[]> => {
    const rows: Row[] = [];
    for await (const row of readLines(file, entries, manifest, name, schema)) {
      if (rows.length === count) throw new BadBackup('damaged', name);
      rows.push(row);
    }
    if (rows.length !== count) throw new BadBackup('damaged', name);
    return rows;
  };
  const rows = {
    observations: await all('observations.jsonl', counts.observations, KeptObservationSchema),
    identifications: await all('identifications.jsonl', counts.identifications, IdentificationSchema),
  };
  const known = new Set(rows.observations.map(({ id }) => id));
  if (known.size !== rows.observations.length) throw new BadBackup('damaged', 'observations.jsonl');
  if (rows.identifications.some(({ observation }) => !known.has(observation)))
    throw new BadBackup('damaged', 'identifications.jsonl');
  return {
    manifest,
    rows,
    runs: () => readLines(file, entries, manifest, 'runs.jsonl', RunLineSchema),
    medium: (sha256) => readMedium(file, entries, sha256),
  };
}

async function readManifest(file: Blob, entries: ReadonlyMap<string, ZipEntry>): Promise<Manifest> {
  const entry = entries.get('manifest.json');
  if (!entry) throw new BadBackup('not_a_backup');
  const text = await (await entryFile(file, entry, 1e6)).text();
  const manifest = parseJson(text);
  const format = v.safeParse(FormatSchema, manifest);
  if (!format.success) throw new BadBackup('not_a_backup');
  if (format.output.version > BACKUP_VERSION) throw new BadBackup('newer_format');
  const parsed = v.safeParse(ManifestSchema, manifest);
  if (!parsed.success) throw new BadBackup('damaged', 'manifest.json');
  return parsed.output;
}

/** The rows of a file, each parsed; the file has to be what the manifest says, to the last byte. */
async function* readLines<Row>(
  file: Blob,
  entries: ReadonlyMap<string, ZipEntry>,
  { files }: Manifest,
  name: TextFile,
  schema: v.GenericSchema<unknown, Row>,
): AsyncGenerator<Row> {
  const entry = entries.get(name);
  if (!entry || entry.size !== files[name].bytes) throw new BadBackup('damaged', name);
  const hash = (await createSHA256()).init();
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  const read = (line: string): Row => {
    number += 1;
    const parsed = v.safeParse(schema, parseJson(line));
    if (!parsed.success) throw new BadBackup('damaged', `${name}:${number}`);
    return parsed.output;
  };
  for await (const piece of readEntry(file, entry, MAX_TEXT)) {
    hash.update(piece);
    const text = decoder.decode(piece, { stream: true });
    const cut = text.lastIndexOf('\n');
    const lines = cut < 0 ? [] : (rest + text.slice(0, cut)).split('\n');
    rest = cut < 0 ? rest + text : text.slice(cut + 1);
    if (rest.length > MAX_LINE) throw new BadBackup('too_large', name);
    for (const line of lines) yield read(line);
  }
  if (rest !== '' || hash.digest('hex') !== files[name].sha256) throw new BadBackup('damaged', name);
}

async function readMedium(file: Blob, entries: ReadonlyMap<string, ZipEntry>, sha256: string): Promise<Blob | null> {
  const name = `media/${sha256}`;
  const entry = entries.get(name);
  if (!entry) return null;
  const medium = await entryFile(file, entry, MAX_MEDIUM);
  const hash = (await createSHA256()).init();
  for await (const piece of piecesOf(medium)) hash.update(piece);
  if (hash.digest('hex') !== sha256) throw new BadBackup('damaged', name);
  return medium;
}
