import { expose } from 'comlink';
import type { ImageRef } from '../src/domain/observation';
import type { Feed, Network } from '../src/inference/engine';
import { startModel } from '../src/inference/load-model';
import { decodePhoto } from '../src/media/decode';
import { goldenFeeds, goldenInput, type GoldenTensor } from '../src/packs/golden';
import type { Manifest, Model, Role } from '../src/packs/manifest';
import { readGolden } from '../src/packs/read';
import { ImageStore } from '../src/vision/images';
import { tensorShape } from '../src/vision/tensor';

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

  /**
   * From now on models that see are given this photo: how long some take depends on what they see. Gives the milliseconds
   * that reading and decoding it took, which nobody can do without.
   */
  async show(photo: Blob): Promise<number> {
    const start = performance.now();
    const decoded = await decodePhoto(photo);
    const milliseconds = performance.now() - start;
    if (!decoded.ok) throw new Error(decoded.problem.message);
    const { width, height } = decoded.picture;
    const images = new ImageStore();
    const ref = 'photo' as ImageRef;
    images.add(ref, decoded.picture);
    for (const one of ready.values()) {
      const { role, input } = one.model;
      if ((role !== 'detector' && role !== 'image') || 'shortest' in input) continue;
      const shown = images.input(ref, { x: 0, y: 0, width, height }, input);
      if (shown) one.input = { data: shown.numbers.slice(), shape: tensorShape(input) };
    }
    return milliseconds;
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
