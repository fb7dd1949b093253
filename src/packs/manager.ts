import { sum } from '../domain/numbers';
import { refuse, storageProblem, type InstallResult } from './download/errors';
import { fetchFile } from './download/fetch-file';
import type { Patience } from './download/plan';
import { stagedBytes } from './download/staged-file';
import { findManifest, takeFiles } from './import/take';
import type { FileSource } from './import/source';
import type { Manifest } from './manifest';
import { contentName, type PackFile } from './pack-file';
import { isRight } from './proof';
import {
  conflictWith,
  fetchManifest,
  isVouchedFor,
  judgePack,
  mirrorsOf,
  missingConsent,
  type Consent,
  type JudgedPack,
  type Trust,
} from './offer';
import { manifestOf, readRecord, readRecords, writeRecord, type PackRecord, type VersionRecord } from './records';
import { wholeFile, type PackStore } from './store/store';
import type { PublicKey } from './trust/signature';

export interface ManagerSetup {
  store: PackStore;
  fetch: typeof fetch;
  keys: readonly PublicKey[];
  /** Hosts that files may be fetched from: those of the catalogue and the app's own. */
  hosts: readonly string[];
  /** The folder of the app's own packs: what lies there needs no signature. */
  own?: string;
  now?: () => Date;
  patience?: Patience;
  stallMs?: number;
}

/** A pack that could be added: what a person sees before they decide. */
export interface Offer {
  id: number;
  manifest: Manifest;
  trust: Trust;
  /** Bytes still to download: files that the store has from this or another pack are not fetched again. */
  missingBytes: number;
  /** How much of that an earlier attempt already downloaded. */
  downloadedBytes: number;
  /** The version that is in use now. */
  replaces: string | null;
  /** Whether it comes from the user's own files and not from the network. */
  fromFiles: boolean;
}

export interface InstallProgress {
  file: string;
  /** Bytes downloaded so far, over all files. */
  done: number;
  total: number;
  /** Set while a server asked to wait. */
  waitMs: number | null;
}
export type OnProgress = (progress: InstallProgress) => void;

interface PendingOffer {
  pack: JudgedPack;
  bases: readonly string[];
  from: { source: FileSource; folder: string } | null;
}

/** Adds, updates, checks and removes packs in the store. Call one method at a time. */
export class PackManager {
  readonly #setup: ManagerSetup;
  readonly #offers = new Map<number, PendingOffer>();
  #lastOffer = 0;

  constructor(setup: ManagerSetup) {
    this.#setup = setup;
  }

  /** Reads the manifest at the first of these addresses that answers. */
  async offerFrom(addresses: readonly string[], signal: AbortSignal): Promise<InstallResult<Offer>> {
    const found = await fetchManifest(addresses, this.#setup.fetch, signal);
    if (!found.ok) return found;
    const { manifest, signature, address } = found.value;
    const fromApp = this.#setup.own !== undefined && address.startsWith(this.#setup.own);
    const pack = await judgePack(manifest, signature, this.#setup.keys, fromApp);
    return pack.ok ? this.#offer({ pack: pack.value, bases: addresses, from: null }) : pack;
  }

  async offerOf(source: FileSource): Promise<InstallResult<Offer>> {
    const found = await findManifest(source);
    if (!found.ok) return found;
    const { manifest, signature, folder } = found.value;
    const pack = await judgePack(manifest, signature, this.#setup.keys);
    return pack.ok ? this.#offer({ pack: pack.value, bases: [], from: { source, folder } }) : pack;
  }

  /** A pack that the store knows: to continue an interrupted download, or to fetch lost files again. */
  async offerAgain(name: string): Promise<InstallResult<Offer>> {
    const record = await readRecord(this.#setup.store, name);
    const version = record?.candidate ?? record?.active;
    if (!version) return refuse('pack_missing', `There is no pack "${name}" here.`);
    const text = new TextEncoder().encode(version.manifest);
    const pack = await judgePack(text, version.signature, this.#setup.keys, version.trust === 'app');
    return pack.ok ? this.#offer({ pack: pack.value, bases: version.bases, from: null }) : pack;
  }

  async #offer(pending: PendingOffer): Promise<InstallResult<Offer>> {
    const { store } = this.#setup;
    const { manifest, trust } = pending.pack;
    const record = await readRecord(store, manifest.name);
    const conflict = conflictWith(record, pending.pack);
    if (conflict) return { ok: false, problem: conflict };
    const missing = await this.#missing(manifest);
    const staged = await Promise.all(missing.map((file) => stagedBytes(store, file)));
    const id = ++this.#lastOffer;
    this.#offers.set(id, pending);
    return {
      ok: true,
      value: {
        id,
        manifest,
        trust,
        missingBytes: sum(missing.map(({ bytes }) => bytes)),
        downloadedBytes: pending.from ? 0 : sum(staged),
        replaces: (record?.active && manifestOf(record.active)?.version) ?? null,
        fromFiles: pending.from !== null,
      },
    };
  }

  /** Downloads the files of an offer. The complete pack then waits until `activate` is called. */
  async accept(
    id: number,
    consent: Consent,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<InstallResult<void>> {
    const pending = this.#offers.get(id);
    if (!pending) return refuse('pack_missing', 'This offer is no longer there. Begin again.');
    const refusal = missingConsent(pending.pack, consent);
    if (refusal) return { ok: false, problem: refusal };
    const { store } = this.#setup;
    const { name } = pending.pack.manifest;
    try {
      const record = (await readRecord(store, name)) ?? { name, active: null, candidate: null, floor: null };
      await writeRecord(store, { ...record, candidate: candidateOf(pending) });
      await this.sweep();
      const missing = await this.#missing(pending.pack.manifest);
      const arrived = pending.from
        ? await this.#take(pending.from, missing, signal, onProgress)
        : await this.#fetch(pending, missing, signal, onProgress);
      if (!arrived.ok) {
        if (pending.from) await this.reject(name);
        return arrived;
      }
      const at = this.#now();
      await writeRecord(store, { ...record, candidate: { ...candidateOf(pending), arrivedAt: at, verifiedAt: at } });
      this.#offers.delete(id);
      return arrived;
    } catch (error) {
      return { ok: false, problem: storageProblem(error) };
    }
  }

  async #fetch(
    { bases }: PendingOffer,
    missing: readonly PackFile[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<InstallResult<void>> {
    const { store, hosts, patience, stallMs } = this.#setup;
    const total = sum(missing.map(({ bytes }) => bytes));
    let before = 0;
    for (const file of missing) {
      let arrived = 0;
      const tell = (waitMs: number | null): void =>
        onProgress({ file: file.path, done: before + arrived, total, waitMs });
      const result = await fetchFile(store, file, mirrorsOf(file, bases, hosts), {
        fetch: this.#setup.fetch,
        signal,
        ...(patience ? { patience } : {}),
        ...(stallMs === undefined ? {} : { stallMs }),
        onBytes: (bytes) => {
          arrived = bytes;
          tell(null);
        },
        onWait: tell,
      });
      if (!result.ok) return result;
      before += file.bytes;
    }
    return { ok: true, value: undefined };
  }

  #take(
    { source, folder }: { source: FileSource; folder: string },
    missing: readonly PackFile[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<InstallResult<void>> {
    const total = sum(missing.map(({ bytes }) => bytes));
    const arrived = new Map<string, number>();
    return takeFiles(this.#setup.store, source, folder, missing, {
      signal,
      onBytes: (file, bytes) => {
        arrived.set(file.path, bytes);
        onProgress({ file: file.path, done: sum([...arrived.values()]), total, waitMs: null });
      },
    });
  }

  /** Puts the new version into use. The old one's files are deleted, except those that both share. */
  async activate(name: string): Promise<InstallResult<void>> {
    const { store } = this.#setup;
    const record = await readRecord(store, name);
    const candidate = record?.candidate;
    if (!candidate?.arrivedAt) return refuse('pack_missing', `The pack "${name}" has not arrived yet.`);
    const version = manifestOf(candidate)?.version ?? null;
    const floor = isVouchedFor(candidate.trust) ? version : record!.floor;
    await writeRecord(store, { name, active: candidate, candidate: null, floor });
    await this.sweep();
    return { ok: true, value: undefined };
  }

  /** Drops a version that is being downloaded or has failed its proof; the version in use stays. */
  async reject(name: string): Promise<void> {
    const record = await readRecord(this.#setup.store, name);
    if (record) await this.#keep({ ...record, candidate: null });
  }

  async remove(name: string): Promise<void> {
    const record = await readRecord(this.#setup.store, name);
    if (record) await this.#keep({ ...record, active: null, candidate: null });
  }

  async #keep(record: PackRecord): Promise<void> {
    const { store } = this.#setup;
    const empty = !record.active && !record.candidate && record.floor === null;
    if (empty) await store.remove(`records/${record.name}.json`);
    else await writeRecord(store, record);
    await this.sweep();
  }

  /** Reads every file of a pack and compares its sha256; damaged ones are deleted and named. */
  async verify(name: string, signal: AbortSignal, onProgress: OnProgress): Promise<InstallResult<{ lost: string[] }>> {
    const { store } = this.#setup;
    const record = await readRecord(store, name);
    const manifest = record?.active && manifestOf(record.active);
    if (!record?.active || !manifest) return refuse('pack_missing', `There is no pack "${name}" here.`);
    const total = sum(manifest.files.map(({ bytes }) => bytes));
    const lost: string[] = [];
    let done = 0;
    for (const file of manifest.files) {
      const content = wholeFile(await contentName(file));
      const before = done;
      const right = await isRight(await store.read(content), file, (bytes) => {
        done = before + bytes;
        onProgress({ file: file.path, done: Math.min(done, total), total, waitMs: null });
        return !signal.aborted;
      });
      if (signal.aborted) return refuse('cancelled', 'Stopped. Nothing was changed.');
      if (right) continue;
      await store.remove(content);
      lost.push(file.path);
    }
    await writeRecord(store, {
      ...record,
      active: { ...record.active, verifiedAt: lost.length > 0 ? null : this.#now() },
    });
    return { ok: true, value: { lost } };
  }

  /** Removes what no record names: files of old versions, and parts of abandoned downloads. */
  async sweep(): Promise<void> {
    const { store } = this.#setup;
    const records = await readRecords(store);
    const versions = records.flatMap(({ active, candidate }) => [active, candidate].filter((one) => one !== null));
    const listed = versions.flatMap((one) => manifestOf(one)?.files ?? []);
    const wanted = new Set(await Promise.all(listed.map(contentName)));
    for (const name of await store.list('files')) if (!wanted.has(name)) await store.remove(`files/${name}`);
    for (const name of await store.list('staging')) {
      if (!wanted.has(name.split('.')[0] ?? '')) await store.remove(`staging/${name}`);
    }
  }

  async #missing(manifest: Manifest): Promise<PackFile[]> {
    const missing = new Map<string, PackFile>();
    for (const file of manifest.files) {
      const content = await contentName(file);
      const blob = await this.#setup.store.read(wholeFile(content));
      if (blob?.size !== file.bytes) missing.set(content, file);
    }
    return [...missing.values()];
  }

  #now(): string {
    return (this.#setup.now?.() ?? new Date()).toISOString();
  }
}

function candidateOf({ pack, bases }: PendingOffer): VersionRecord {
  const { text, signature, trust } = pack;
  return { manifest: text, signature, trust, bases: [...bases], arrivedAt: null, verifiedAt: null };
}
