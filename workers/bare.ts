import { expose } from 'comlink';
import { goldenFeeds, goldenInput, type GoldenTensor } from '../src/packs/golden';
import type { Manifest, Model, Role } from '../src/packs/manifest';
import { readGolden } from '../src/packs/read';
import type { Feed, Network } from '../src/inference/engine';
import { startModel } from '../src/inference/load-model';

/** The models of packs and nothing else: what a run, or another pack's model, is measured against. */
const ready = new Map<string, { model: Model; network: Network; input: GoldenTensor; beside: Feed[] }>();

const api = {
  async load(base: string, manifest: Manifest): Promise<void> {
    for (const model of manifest.models) {
      const network = await startModel({ base, manifest }, model, 'wasm');
      const golden = await readGolden(base, manifest, model.golden);
      if (!network.ok || !golden.ok) throw new Error(`${model.file} cannot be read`);
      ready.set(`${manifest.name} ${model.role}`, {
        model,
        network: network.value,
        input: goldenInput(golden.value.input),
        beside: goldenFeeds(golden.value),
      });
    }
  },

  /** Milliseconds of one run on a prepared input. */
  async run(pack: string, role: Role): Promise<number> {
    const { model, network, input, beside } = ready.get(`${pack} ${role}`)!;
    const start = performance.now();
    await network.run(model.input.name, input.data, input.shape, model.output.name, beside);
    return performance.now() - start;
  },
};
export type BareApi = typeof api;

expose(api);
