import type { Provider } from '../domain/ledger';
import type { Taxonomy } from '../domain/taxonomy';
import { packProblem, type PackResult } from '../packs/errors';
import type { Role } from '../packs/manifest';
import { openStoredPacks } from '../packs/stored';
import { hasGraphicsCard, type ModelHost } from '../runtime/model-host';
import type { LoadResult } from '../runtime/protocol';
import { readLabels } from './opening';
import { newLoader } from './services';

/** Whether models are right on this device, and how fast: each is tried in a worker of its own. */
export class Proofs {
  readonly #models: ModelHost;
  readonly #taxonomy: Taxonomy;

  constructor(models: ModelHost, taxonomy: Taxonomy) {
    this.#models = models;
    this.#taxonomy = taxonomy;
  }

  /** Finds out, in an idle moment, whether WebGPU serves this device better; counts from the next start on. */
  async tune(): Promise<void> {
    if (await hasGraphicsCard()) await this.#models.tune(newLoader);
  }

  /** Runs the golden vector of every model in use on a provider. */
  async prove(provider: Provider): Promise<{ role: Role; result: LoadResult }[]> {
    const proofs = [];
    for (const { model } of this.#models.inUse) {
      const { role } = model;
      proofs.push({ role, result: await this.#models.prove(role, provider, newLoader) });
    }
    return proofs;
  }

  /** How each model in use runs on this device, for the screen. */
  findings(): ReturnType<ModelHost['findings']> {
    return this.#models.findings();
  }

  /** Whether a downloaded pack may be used: its labels are birds, and every model gives its golden numbers here. */
  async proveInstalled(name: string): Promise<PackResult<void>> {
    const pack = (await openStoredPacks(name)).find(({ manifest }) => manifest.name === name);
    if (!pack) return { ok: false, problem: packProblem('file_missing', `The pack "${name}" is not whole.`) };
    const labels = await readLabels([pack], this.#taxonomy);
    if (!labels.ok) return labels;
    for (const { role } of pack.manifest.models) {
      const bridge = newLoader(role);
      const request = { ...pack, role, provider: 'wasm' as const, check: 'golden' as const };
      const loaded = await bridge.load(request, () => undefined);
      bridge.dispose();
      if (!loaded.ok) return loaded;
    }
    return { ok: true, value: undefined };
  }
}
