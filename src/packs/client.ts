import { proxy, wrap, type Remote } from 'comlink';
import type { ArrivalResult } from './arrive/errors';
import type { GivenFile } from './import/source';
import type { ArrivalProgress, Offer } from './keeper';
import type { Consent } from './offer';
import type { Inventory, PacksApi, PacksSetup } from './protocol';

type OnArrival = (progress: ArrivalProgress) => void;

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
  async offerFrom(addresses: readonly string[]): Promise<ArrivalResult<Offer>> {
    const absolute = addresses.map((address) => new URL(address, document.baseURI).href);
    return (await this.#worker()).offerFrom(absolute);
  }

  async offerOf(files: readonly File[]): Promise<ArrivalResult<Offer>> {
    const given: GivenFile[] = files.map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }));
    return (await this.#worker()).offerOf(given);
  }

  async offerAgain(name: string): Promise<ArrivalResult<Offer>> {
    return (await this.#worker()).offerAgain(name);
  }

  async accept(offer: number, consent: Consent, onArrival: OnArrival): Promise<ArrivalResult<void>> {
    return (await this.#worker()).accept(offer, consent, proxy(onArrival));
  }

  async stop(): Promise<void> {
    await (await this.#worker()).stop();
  }

  async activate(name: string): Promise<ArrivalResult<void>> {
    return (await this.#worker()).activate(name);
  }

  async reject(name: string): Promise<void> {
    await (await this.#worker()).reject(name);
  }

  async remove(name: string): Promise<void> {
    await (await this.#worker()).remove(name);
  }

  async verify(name: string, onArrival: OnArrival): Promise<ArrivalResult<{ lost: string[] }>> {
    return (await this.#worker()).verify(name, proxy(onArrival));
  }

  async export(name: string): Promise<ArrivalResult<Blob>> {
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
