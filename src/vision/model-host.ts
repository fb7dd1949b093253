import type { ModelFingerprint } from '../domain/ledger';
import type { PackProblem, PackResult } from '../packs/errors';
import type { Manifest, Model, Role } from '../packs/manifest';
import type { ProviderRecord } from '../storage/database';
import type { ProviderStore } from '../storage/providers';
import type { VisionBridge } from './bridge';
import type { LoadResult, Provider } from './protocol';

export type OnModelProgress = (done: number, total: number) => void;

/** A model must be this much faster on WebGPU before the device switches: timings on a busy phone are rough. */
const WORTH_SWITCHING = 0.8;

/**
 * Loads the pack's models into a vision worker when they are first needed, on the provider that this device computes
 * correctly and fastest with, and remembers what it found.
 */
export class ModelHost {
  readonly #base: string;
  readonly #manifest: Manifest;
  readonly #bridge: VisionBridge;
  readonly #providers: ProviderStore;
  readonly #device: string;
  readonly #loading = new Map<Role, Promise<PackResult<Provider>>>();

  constructor(base: string, manifest: Manifest, bridge: VisionBridge, providers: ProviderStore, device: string) {
    this.#base = base;
    this.#manifest = manifest;
    this.#bridge = bridge;
    this.#providers = providers;
    this.#device = device;
  }

  model<R extends Role>(role: R): Extract<Model, { role: R }> | undefined {
    return this.#manifest.models.find((model): model is Extract<Model, { role: R }> => model.role === role);
  }

  /** Resolves when the model can run; at once where it already does. A failure is tried anew on the next call. */
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
    const model = this.model(role);
    const loaded = await this.#loading.get(role);
    if (!model || !loaded?.ok) return null;
    const { name, version } = this.#manifest;
    return { pack: name, version, file: model.file, sha256: this.#sha256(model).slice(0, 12), provider: loaded.value };
  }

  /** Runs a model's golden vector on a provider, in a worker of its own, which a bad driver may hang without harm. */
  async prove(role: Role, provider: Provider, createBridge: () => VisionBridge): Promise<LoadResult> {
    const bridge = createBridge();
    const result = await bridge.load(this.#request(role, provider, true), () => undefined);
    bridge.dispose();
    return result;
  }

  /**
   * Tries WebGPU on every model that wasm has served, and keeps it for the next start where it is right and clearly
   * faster. For an idle moment: it downloads and computes.
   */
  async tune(createBridge: () => VisionBridge): Promise<void> {
    for (const model of this.#manifest.models) {
      const record = await this.#record(model);
      if (!record || record.milliseconds.webgpu !== undefined || record.refused.webgpu !== undefined) continue;
      const result = await this.prove(model.role, 'webgpu', createBridge);
      if (!result.ok) record.refused.webgpu = result.problem.message;
      else if (result.value.milliseconds !== null) record.milliseconds.webgpu = result.value.milliseconds;
      const { wasm, webgpu } = record.milliseconds;
      if (wasm !== undefined && webgpu !== undefined && webgpu < wasm * WORTH_SWITCHING) record.provider = 'webgpu';
      await this.#providers.put(record);
    }
  }

  async #load(role: Role, onProgress: OnModelProgress): Promise<PackResult<Provider>> {
    const model = this.model(role);
    if (!model) return { ok: false, problem: missingRole(role, this.#manifest) };
    const record = await this.#record(model);
    if (record?.provider === 'webgpu') {
      const result = await this.#bridge.load(this.#request(role, 'webgpu', false), onProgress);
      if (result.ok) return { ok: true, value: 'webgpu' };
      await this.#providers.put({ ...record, provider: 'wasm', refused: { webgpu: result.problem.message } });
    }
    const result = await this.#bridge.load(this.#request(role, 'wasm', !record), onProgress);
    if (!result.ok) return result;
    const { milliseconds } = result.value;
    if (!record && milliseconds !== null) {
      const key = this.#key(model);
      await this.#providers.put({ key, provider: 'wasm', milliseconds: { wasm: milliseconds }, refused: {} });
    }
    return { ok: true, value: 'wasm' };
  }

  #record(model: Model): Promise<ProviderRecord | undefined> {
    return this.#providers.get(this.#key(model));
  }

  #key(model: Model): string {
    return `${this.#sha256(model)} ${this.#device}`;
  }

  #sha256(model: Model): string {
    return this.#manifest.files.find((file) => file.path === model.file)?.sha256 ?? '';
  }

  #request(role: Role, provider: Provider, check: boolean) {
    return { base: this.#base, manifest: this.#manifest, role, provider, check };
  }
}

function missingRole(role: Role, manifest: Manifest): PackProblem {
  return { code: 'role_missing', message: `The pack "${manifest.title}" has no ${role} model.`, file: null };
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

/** Whether WebGPU is worth a trial: a software adapter was forty times slower than wasm. */
export async function hasGraphicsCard(): Promise<boolean> {
  const adapter = await graphicsAdapter();
  return adapter !== null && adapter.info?.isFallbackAdapter !== true && adapter.info?.architecture !== 'swiftshader';
}
