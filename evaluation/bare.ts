import { wrap, type Remote } from 'comlink';
import type { BareApi } from './workers/bare';
import type { Role } from '../src/packs/manifest';
import { readManifest } from '../src/packs/read';
import { findModel, type OpenedPack } from '../src/packs/roles';

function startWorker(): Remote<BareApi> {
  return wrap<BareApi>(new Worker(new URL('./workers/bare.ts', import.meta.url), { type: 'module', name: 'bare' }));
}

/** The bare models of the packs in use, in a worker of their own, for a benchmark in the same page. */
export class BareModels {
  readonly #packs: readonly OpenedPack[];
  readonly #worker: Remote<BareApi>;

  private constructor(packs: readonly OpenedPack[], worker: Remote<BareApi>) {
    this.#packs = packs;
    this.#worker = worker;
  }

  /** The packs in the app's order of preference: the first pack with a model for a role wins. */
  static async start(packs: readonly OpenedPack[]): Promise<BareModels> {
    const worker = startWorker();
    for (const { base, manifest } of packs) {
      const used = manifest.models.filter((model) => findModel(packs, model.role)?.model === model);
      await worker.load(base, { ...manifest, models: used });
    }
    return new BareModels(packs, worker);
  }

  /** Gives models that see this photo instead of their golden inputs; and the milliseconds that opening it took. */
  show(photo: Blob): Promise<number> {
    return this.#worker.show(photo);
  }

  /** The sum of one bare run for each model call in the list, on whole inputs or on what the app shows of them. */
  async milliseconds(calls: readonly Role[], given: 'whole' | 'shown'): Promise<number> {
    let sum = 0;
    for (const role of calls) {
      sum += await this.#worker.run(findModel(this.#packs, role)!.pack.manifest.name, role, given);
    }
    return sum;
  }
}

export interface RaceRound {
  role: Role;
  /** Milliseconds of one run, by pack. */
  milliseconds: Record<string, number>;
}

/** Times the models that several packs have in common, in one worker and in turns, so that a busy machine slows all alike. */
export async function race(packs: readonly string[], rounds: number): Promise<RaceRound[]> {
  const worker = startWorker();
  const roles: Set<Role>[] = [];
  for (const pack of packs) {
    const base = new URL(`packs/${pack}/`, document.baseURI).href;
    const manifest = await readManifest(base);
    if (!manifest.ok) throw new Error(manifest.problem.message);
    await worker.load(base, manifest.value);
    roles.push(new Set(manifest.value.models.map(({ role }) => role)));
  }
  const shared = [...roles[0]!].filter((role) => roles.every((has) => has.has(role)));
  const results: RaceRound[] = [];
  // The first rounds warm up.
  for (let round = -3; round < rounds; round++) {
    for (const role of shared) {
      const milliseconds: Record<string, number> = {};
      for (const pack of round % 2 === 0 ? packs : [...packs].reverse()) {
        milliseconds[pack] = await worker.run(pack, role, 'whole');
      }
      if (round >= 0) results.push({ role, milliseconds });
    }
  }
  return results;
}
