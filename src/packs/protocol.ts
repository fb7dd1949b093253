import type { InstallResult } from './download/errors';
import type { GivenFile } from './import/source';
import type { StoredPack } from './inventory';
import type { InstallProgress, Offer } from './manager';
import type { Consent } from './offer';
import type { StoreKind } from './store/store';

/** What crosses between the page and the pack worker. Results are values: an error would lose its code on the way. */

export interface PacksSetup {
  /** Hosts that files may be fetched from. */
  hosts: string[];
  /** The folder of the app's own packs, whose manifests need no signature. */
  own?: string;
  /** Which stores to try, in order; all of them by default. */
  stores?: Exclude<StoreKind, 'memory'>[];
}

export interface Inventory {
  /** Null where the browser keeps nothing. */
  kind: StoreKind | null;
  packs: StoredPack[];
}

export interface PacksApi {
  setUp(setup: PacksSetup): Promise<void>;
  inventory(): Promise<Inventory>;
  offerFrom(addresses: string[]): Promise<InstallResult<Offer>>;
  offerOf(files: GivenFile[]): Promise<InstallResult<Offer>>;
  offerAgain(name: string): Promise<InstallResult<Offer>>;
  accept(
    offer: number,
    consent: Consent,
    onProgress: (progress: InstallProgress) => void,
  ): Promise<InstallResult<void>>;
  /** Stops what `accept` or `verify` is doing; what has arrived is kept. */
  stop(): void;
  activate(name: string): Promise<InstallResult<void>>;
  reject(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  verify(name: string, onProgress: (progress: InstallProgress) => void): Promise<InstallResult<{ lost: string[] }>>;
  export(name: string): Promise<InstallResult<Blob>>;
}
