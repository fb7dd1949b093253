import { expose } from 'comlink';
import type { ImageRef } from '../../src/domain/observation';
import type { Network } from '../../src/runtime/engine';
import type { Feed } from '../../src/packs/families/family';
import { startModel } from '../../src/runtime/load-model';
import { decodePhoto } from '../../src/media/decode';
import { goldenFeeds, goldenInput, type GoldenTensor } from '../../src/packs/golden';
import type { Manifest, Model, Role } from '../../src/packs/manifest';
import type { ImageInput } from '../../src/packs/model-parts';
import { readGolden } from '../../src/packs/read';
import { ImageStore } from '../../src/vision/images';

interface BareModel {
  model: Model;
  network: Network;
  /** The model's whole input. */
  whole: GoldenTensor;
  /** What the app shows it of the same picture. */
  shown: GoldenTensor;
  beside: Feed[];
}

/** The models of packs and nothing else: what a run, or another pack's model, is measured against. */
const ready = new Map<string, BareModel>();

const api = {
  async load(base: string, manifest: Manifest): Promise<void> {
    for (const model of manifest.models) {
      const network = await startModel({ base, manifest }, model, 'wasm');
      const golden = await readGolden(base, manifest, model.golden);
      if (!network.ok || !golden.ok) throw new Error(`${model.file} cannot be read`);
      const whole = goldenInput(golden.value.input);
      const beside = goldenFeeds(golden.value);
      ready.set(`${manifest.name} ${model.role}`, { model, network: network.value, whole, shown: whole, beside });
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
    const { width, height } = decoded.value.picture;
    const images = new ImageStore();
    const ref = 'photo' as ImageRef;
    images.add(ref, decoded.value.picture);
    for (const one of ready.values()) {
      const { role, input } = one.model;
      if ((role !== 'detector' && role !== 'image') || 'shortest' in input) continue;
      const { trim: _, ...untrimmed } = input;
      const view = (given: ImageInput): GoldenTensor => {
        const { numbers, shape } = images.viewFor(ref, { x: 0, y: 0, width, height }, given)!;
        return { data: numbers.slice(), shape };
      };
      one.whole = view(untrimmed);
      one.shown = view(input);
    }
    return milliseconds;
  },

  /** Milliseconds of one run on a prepared input: the model's whole one, or what the app shows it. */
  async run(pack: string, role: Role, given: 'whole' | 'shown'): Promise<number> {
    const { model, network, beside, [given]: input } = ready.get(`${pack} ${role}`)!;
    const start = performance.now();
    await network.run(model.input.name, input.data, input.shape, model.output.name, beside);
    return performance.now() - start;
  },
};
export type BareApi = typeof api;

expose(api);
