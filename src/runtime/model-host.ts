import type { ModelFingerprint } from '../domain/ledger';
import { packProblem, type PackProblem, type PackResult } from '../packs/errors';
import type { Role } from '../packs/manifest';
import { findModel, modelHash, modelsInUse, type ModelOf, type OpenedPack, type PlacedModel } from '../packs/roles';
import type { ProviderRecord } from '../storage/database';
import type { ProviderStore } from '../storage/providers';
import type { Provider } from '../domain/ledger';
import type { LoadedModel, LoadRequest, LoadResult } from './protocol';

export type OnModelProgress = (done: number, total: number) => void;

/** Whatever a model can be loaded into: the bridge to a worker. */
export interface ModelLoader {
  load(request: LoadRequest, onBytes: OnModelProgress): Promise<LoadResult>;
  dispose(): void;
}

/** Which worker a role belongs to. */
export type LoaderFor = (role: Role) => ModelLoader;

/** A model must be this much faster on WebGPU before the device switches: timings on a busy phone are rough. */
const WORTH_SWITCHING = 0.8;

/**
 * Loads the packs' models into their workers when they are first needed, on the provider that this device computes
 * correctly and fastest with, and remembers what it found.
 */
export class ModelHost {
  readonly #packs: readonly OpenedPack[];
  readonly #loaders: LoaderFor;
  readonly #providers: ProviderStore;
  readonly #device: string;
  readonly #loading = new Map<Role, Promise<PackResult<Provider>>>();

  constructor(packs: readonly OpenedPack[], loaders: LoaderFor, providers: ProviderStore, device: string) {
    this.#packs = packs;
    this.#loaders = loaders;
    this.#providers = providers;
    this.#device = device;
  }

  model<R extends Role>(role: R): ModelOf<R> | undefined {
    return findModel(this.#packs, role)?.model;
  }

  /** The models in use, one a role. */
  get inUse(): PlacedModel[] {
    return modelsInUse(this.#packs);
  }

  /** What was found on this device for each model in use: which provider computes it correctly, how fast, and why not another. */
  async findings(): Promise<{ placed: PlacedModel; record: ProviderRecord | null }[]> {
    return Promise.all(this.inUse.map(async (placed) => ({ placed, record: (await this.#record(placed)) ?? null })));
  }

  /** Resolves when the model can run; at once where it already does. After a failure the next call tries again. */
  ready(role: Role, onProgress: OnModelProgress = () => undefined): Promise<PackResult<Provider>> {
    const known = this.#loading.get(role);
    if (known) return known;
    const loading = this.#load(role, onProgress);
    this.#loading.set(role, loading);
    void loading.then((result) => {
      if (!result.ok) this.#loading.delete(role);
    });
    return loading;
  }

  async fingerprint(role: Role): Promise<ModelFingerprint | null> {
    const found = findModel(this.#packs, role);
    const loaded = await this.#loading.get(role);
    if (!found || !loaded?.ok) return null;
    const { name, version } = found.pack.manifest;
    const sha256 = modelHash(found).slice(0, 12);
    return { pack: name, version, file: found.model.file, sha256, provider: loaded.value };
  }

  /** Runs a model's golden vector on a provider, in a worker of its own, which a bad driver may hang without harm. */
  async prove(role: Role, provider: Provider, create: LoaderFor): Promise<LoadResult> {
    const found = findModel(this.#packs, role);
    if (!found) return { ok: false, problem: this.#missing(role) };
    const loader = create(role);
    const result = await loader.load(request(found, provider, 'timed'), () => undefined);
    loader.dispose();
    return result;
  }

  /**
   * Races WebGPU against wasm on every model that wasm has served, and keeps it for the next start where it is right and
   * clearly faster. For an idle moment: it downloads and computes.
   */
  async tune(create: LoaderFor): Promise<void> {
    for (const found of this.inUse) {
      const record = await this.#record(found);
      if (!record || record.milliseconds.webgpu !== undefined || record.refused.webgpu !== undefined) continue;
      // Both are timed now and in the same way: during the first runs wasm was still being compiled.
      const wasm = await this.prove(found.model.role, 'wasm', create);
      if (!wasm.ok) continue;
      const webgpu = await this.prove(found.model.role, 'webgpu', create);
      await this.#providers.put(judged(record, wasm.value, webgpu));
    }
  }

  async #load(role: Role, onProgress: OnModelProgress): Promise<PackResult<Provider>> {
    const found = findModel(this.#packs, role);
    if (!found) return { ok: false, problem: this.#missing(role) };
    const record = await this.#record(found);
    if (record?.provider === 'webgpu') {
      const result = await this.#loaders(role).load(request(found, 'webgpu', false), onProgress);
      if (result.ok) return { ok: true, value: 'webgpu' };
      await this.#providers.put({ ...record, provider: 'wasm', refused: { webgpu: result.problem.message } });
    }
    const result = await this.#loaders(role).load(request(found, 'wasm', record ? false : 'golden'), onProgress);
    if (!result.ok) return result;
    if (!record) {
      await this.#providers.put({ key: this.#key(found), provider: 'wasm', milliseconds: {}, refused: {} });
    }
    return { ok: true, value: 'wasm' };
  }

  #record(found: PlacedModel): Promise<ProviderRecord | undefined> {
    return this.#providers.get(this.#key(found));
  }

  #key(found: PlacedModel): string {
    return `${modelHash(found)} ${this.#device}`;
  }

  #missing(role: Role): PackProblem {
    const titles = this.#packs.map(({ manifest }) => `"${manifest.title}"`).join(' and ');
    return packProblem('role_missing', `There is no ${role} model in ${titles}.`);
  }
}

function judged(record: ProviderRecord, { milliseconds: wasm }: LoadedModel, webgpu: LoadResult): ProviderRecord {
  if (!webgpu.ok) return { ...record, refused: { ...record.refused, webgpu: webgpu.problem.message } };
  const { milliseconds } = webgpu.value;
  if (wasm === null || milliseconds === null) return record;
  const isWorthIt = milliseconds < wasm * WORTH_SWITCHING;
  const provider = isWorthIt ? 'webgpu' : record.provider;
  return { ...record, provider, milliseconds: { wasm, webgpu: milliseconds } };
}

function request({ pack, model }: PlacedModel, provider: Provider, check: LoadRequest['check']): LoadRequest {
  return { base: pack.base, manifest: pack.manifest, role: model.role, provider, check };
}

interface Adapter {
  info?: { vendor?: string; architecture?: string; isFallbackAdapter?: boolean };
}

async function graphicsAdapter(): Promise<Adapter | null> {
  const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<Adapter | null> } };
  return (await gpu?.requestAdapter().catch(() => null)) ?? null;
}

/** What a remembered measurement holds for: this browser, and this graphics card where it can be asked for. */
export async function deviceName(): Promise<string> {
  const { vendor, architecture } = (await graphicsAdapter())?.info ?? {};
  return [navigator.userAgent, vendor, architecture].filter(Boolean).join(' ');
}

/** Whether to try WebGPU at all: a software adapter was forty times slower than wasm. */
export async function hasGraphicsCard(): Promise<boolean> {
  const adapter = await graphicsAdapter();
  return adapter !== null && adapter.info?.isFallbackAdapter !== true && adapter.info?.architecture !== 'swiftshader';
}
