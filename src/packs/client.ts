import { proxy, wrap, type Remote } from 'comlink';
import type { InstallResult } from './download/errors';
import type { GivenFile } from './import/source';
import type { InstallProgress, Offer } from './manager';
import type { Consent } from './offer';
import type { Inventory, PacksApi, PacksSetup } from './protocol';

type OnProgress = (progress: InstallProgress) => void;

/** The page's way to the pack worker, which is started when it is first needed. */
export class PacksClient {
  readonly #setup: PacksSetup;
  #api: Promise<Remote<PacksApi>> | null = null;

  constructor(setup: PacksSetup) {
    this.#setup = setup;
  }

  async inventory(): Promise<Inventory> {
    return (await this.#worker()).inventory();
  }

  /** Reads the manifest of a pack; relative addresses are those of the app. */
  async offerFrom(addresses: readonly string[]): Promise<InstallResult<Offer>> {
    const absolute = addresses.map((address) => new URL(address, document.baseURI).href);
    return (await this.#worker()).offerFrom(absolute);
  }

  async offerOf(files: readonly File[]): Promise<InstallResult<Offer>> {
    const given: GivenFile[] = files.map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }));
    return (await this.#worker()).offerOf(given);
  }

  async offerAgain(name: string): Promise<InstallResult<Offer>> {
    return (await this.#worker()).offerAgain(name);
  }

  async accept(offer: number, consent: Consent, onProgress: OnProgress): Promise<InstallResult<void>> {
    return (await this.#worker()).accept(offer, consent, proxy(onProgress));
  }

  async stop(): Promise<void> {
    await (await this.#worker()).stop();
  }

  async activate(name: string): Promise<InstallResult<void>> {
    return (await this.#worker()).activate(name);
  }

  async reject(name: string): Promise<void> {
    await (await this.#worker()).reject(name);
  }

  async remove(name: string): Promise<void> {
    await (await this.#worker()).remove(name);
  }

  async verify(name: string, onProgress: OnProgress): Promise<InstallResult<{ lost: string[] }>> {
    return (await this.#worker()).verify(name, proxy(onProgress));
  }

  async export(name: string): Promise<InstallResult<Blob>> {
    return (await this.#worker()).export(name);
  }

  #worker(): Promise<Remote<PacksApi>> {
    this.#api ??= start(this.#setup);
    return this.#api;
  }
}

async function start(setup: PacksSetup): Promise<Remote<PacksApi>> {
  const worker = new Worker(new URL('../../workers/packs.ts', import.meta.url), { type: 'module', name: 'packs' });
  const api = wrap<PacksApi>(worker);
  await api.setUp(setup);
  return api;
}
