import type { Result } from '../domain/result';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { AgentEvent } from '../domain/events';
import type { Identification, KeptObservation } from '../domain/notebook/kept';
import type { ImportedBird } from '../domain/notebook/life-list';
import type { SoundRef, Stretch } from '../domain/observation';
import type { Provider } from '../domain/ledger';

/** What a device found out about a model: which provider computes it correctly, and how fast. */
export interface ProviderRecord {
  key: string;
  provider: Provider;
  milliseconds: Partial<Record<Provider, number>>;
  /** Why a provider is not used here. */
  refused: Partial<Record<Provider, string>>;
}

/** The birds of one square degree through the year; see prior-tile.ts for the bytes. */
export interface TileRecord {
  key: string;
  bytes: Uint8Array;
}

export interface RunRecord {
  id: string;
  /** ISO time. */
  at: string;
  events: AgentEvent[];
  thumbnail: Blob | null;
}

/** A recording that is being made, or was cut off. */
export interface RecordingRecord {
  id: string;
  /** ISO time at which it began. */
  at: string;
  sampleRate: number;
}

/** About a second of it, 16 bits, one channel. */
export interface ChunkRecord {
  recording: string;
  index: number;
  samples: Int16Array<ArrayBuffer>;
}

/** A recording of a saved observation. */
export interface SoundRecord {
  observation: string;
  ref: SoundRef;
  name: string;
  file: Blob;
  /** Stretches whose sound was taken out, because people are heard in them. */
  erased: Stretch[];
}

/** A kept observation as the database stores it. */
export interface ObservationRecord extends KeptObservation {
  /** Of its media, for the index that tells whether anything still needs a file. */
  hashes: string[];
}

/** The bytes of a kept photo or sound, stored once for all observations that have it. */
export interface MediaRecord {
  sha256: string;
  file: Blob;
}

/** A run of a kept observation: its ledger and verdict, which stay as they were. */
export interface KeptRunRecord extends RunRecord {
  observation: string;
}

/** Photos of a library that wait to become an observation, or have become one. Kept until the library is done. */
export interface QueueRecord {
  id: string;
  /** Where it stands among the others. */
  order: number;
  name: string;
  files: File[];
  state: 'waiting' | 'done' | 'failed';
  /** The run that it became. */
  run: string | null;
  /** Why it failed. */
  problem: string;
}

/** A folder of the device that is kept in sync with the notebook. */
export interface FolderRecord {
  name: string;
  handle: FileSystemDirectoryHandle;
}

/** An imported list of birds, stored as a whole so that it can be removed again. */
export interface BirdListRecord {
  id: string;
  /** ISO time. */
  at: string;
  /** Of its file. */
  name: string;
  birds: ImportedBird[];
}

export interface DatabaseSchema extends DBSchema {
  tiles: { key: string; value: TileRecord };
  providers: { key: string; value: ProviderRecord };
  runs: { key: string; value: RunRecord; indexes: { at: string } };
  recordings: { key: string; value: RecordingRecord };
  chunks: { key: [string, number]; value: ChunkRecord };
  sounds: { key: [string, SoundRef]; value: SoundRecord };
  observations: { key: string; value: ObservationRecord; indexes: { media: string } };
  identifications: { key: string; value: Identification; indexes: { observation: string } };
  media: { key: string; value: MediaRecord };
  keptRuns: { key: string; value: KeptRunRecord; indexes: { observation: string } };
  queue: { key: string; value: QueueRecord };
  folders: { key: string; value: FolderRecord };
  birdLists: { key: string; value: BirdListRecord };
}
export type Database = IDBPDatabase<DatabaseSchema>;

const NAME = 'goldcrest';
const VERSION = 4;

/** Null where the browser keeps nothing (some private windows): the app then works, but forgets. */
export async function openDatabase(): Promise<Database | null> {
  try {
    return await openDB<DatabaseSchema>(NAME, VERSION, {
      upgrade(database, from) {
        if (from < 1) {
          database.createObjectStore('tiles', { keyPath: 'key' });
          database.createObjectStore('providers', { keyPath: 'key' });
          database.createObjectStore('runs', { keyPath: 'id' }).createIndex('at', 'at');
        }
        if (from < 2) {
          database.createObjectStore('recordings', { keyPath: 'id' });
          database.createObjectStore('chunks', { keyPath: ['recording', 'index'] });
          database.createObjectStore('sounds', { keyPath: ['observation', 'ref'] });
        }
        if (from < 3) {
          database.createObjectStore('observations', { keyPath: 'id' }).createIndex('media', 'hashes', {
            multiEntry: true,
          });
          database.createObjectStore('identifications', { keyPath: 'id' }).createIndex('observation', 'observation');
          database.createObjectStore('media', { keyPath: 'sha256' });
          database.createObjectStore('keptRuns', { keyPath: 'id' }).createIndex('observation', 'observation');
        }
        if (from < 4) {
          database.createObjectStore('queue', { keyPath: 'id' });
          database.createObjectStore('folders', { keyPath: 'name' });
          database.createObjectStore('birdLists', { keyPath: 'id' });
        }
      },
      blocking(_current, _blocked, event) {
        // A newer version of the app waits in another tab: let it through.
        (event.target as IDBDatabase).close();
      },
    });
  } catch {
    return null;
  }
}

export type Stored = Result<void, StorageProblem>;

export interface StorageProblem {
  code: 'storage_full' | 'storage_unavailable' | 'storage_closed' | 'observation_gone';
  message: string;
}

/** Writes; returns the reason in words if it cannot. */
export async function store(write: () => Promise<unknown> | undefined): Promise<Stored> {
  try {
    await write();
    return { ok: true, value: undefined };
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    const problem = name === 'QuotaExceededError' ? FULL : name === 'InvalidStateError' ? CLOSED : UNAVAILABLE;
    return { ok: false, problem };
  }
}

const FULL: StorageProblem = {
  code: 'storage_full',
  message:
    'This device has no room left for the observation. The verdict on the screen stays until you leave. ' +
    'Delete old observations or free some space, then save again.',
};

const UNAVAILABLE: StorageProblem = {
  code: 'storage_unavailable',
  message: 'This browser keeps no data for the app (a private window?). The verdict stays until you leave the page.',
};

const CLOSED: StorageProblem = {
  code: 'storage_closed',
  message:
    'Another tab has opened a newer version of the app. What was saved before is safe. Reload this page, then try again.',
};
