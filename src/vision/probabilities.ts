import type { Rank, TaxonId, Taxonomy } from '../domain/taxonomy';
import type { LabelTaxon } from '../packs/labels';
import type { ToolPayload } from '../domain/tools/schemas';
import type { Candidate } from '../domain/tools/classify_image';

/** How many species, genera and families a classification lists. */
export const TOP_K = 10;

/**
 * Raw outputs to calibrated probabilities: a softmax at the temperature that was fitted for the model. In plain loops: once
 * a look is called too rarely to be compiled, and until then a callback for each label takes many times as long.
 */
export function calibrate(raw: Float32Array, kind: 'probabilities' | 'logits', temperature: number): Float32Array {
  const SMALLEST = 1e-12;
  const values = new Float32Array(raw.length);
  let highest = -Infinity;
  for (let i = 0; i < raw.length; i++) {
    values[i] = kind === 'logits' ? raw[i]! : Math.log(Math.max(raw[i]!, SMALLEST));
    highest = Math.max(highest, values[i]!);
  }
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] = Math.exp((values[i]! - highest) / temperature);
    total += values[i]!;
  }
  for (let i = 0; i < values.length; i++) values[i] = values[i]! / total;
  return values;
}

type Ranked = Pick<ToolPayload<'classify_image'>, 'candidates' | 'genera' | 'families' | 'noBird' | 'labelCount'>;

/** The likeliest species, and genera and families by the sum over all their species. */
export function rankTaxa(probabilities: Float32Array, labels: readonly LabelTaxon[], taxonomy: Taxonomy): Ranked {
  const { species, genus, family, noBird } = groupsOf(labels, taxonomy);
  return {
    candidates: species.likeliest(probabilities),
    genera: genus.likeliest(probabilities),
    families: family.likeliest(probabilities),
    noBird: noBird.reduce((sum, label) => sum + probabilities[label]!, 0),
    labelCount: species.size,
  };
}

/** Which labels belong together at one rank. */
class Groups {
  readonly #taxa: TaxonId[] = [];
  readonly #labels: number[] = [];
  /** The group of each of `#labels`. */
  readonly #group: number[] = [];
  readonly #indexOf = new Map<TaxonId, number>();

  add(label: number, taxon: TaxonId): void {
    let group = this.#indexOf.get(taxon);
    if (group === undefined) {
      group = this.#taxa.push(taxon) - 1;
      this.#indexOf.set(taxon, group);
    }
    this.#labels.push(label);
    this.#group.push(group);
  }

  get size(): number {
    return this.#taxa.length;
  }

  likeliest(probabilities: Float32Array): Candidate[] {
    const sums = new Float64Array(this.#taxa.length);
    for (let i = 0; i < this.#labels.length; i++) sums[this.#group[i]!]! += probabilities[this.#labels[i]!]!;
    const best: number[] = [];
    for (let group = 0; group < sums.length; group++) {
      if (best.length === TOP_K && sums[group]! <= sums[best[TOP_K - 1]!]!) continue;
      let at = best.length;
      while (at > 0 && sums[best[at - 1]!]! < sums[group]!) at -= 1;
      best.splice(at, 0, group);
      if (best.length > TOP_K) best.pop();
    }
    return best.map((group) => ({ taxon: this.#taxa[group]!, probability: sums[group]! }));
  }
}

type GroupsByRank = Record<Rank, Groups> & { noBird: number[] };

/** Made once for a label table: it is the same in every run. */
const known = new WeakMap<readonly LabelTaxon[], GroupsByRank>();

function groupsOf(labels: readonly LabelTaxon[], taxonomy: Taxonomy): GroupsByRank {
  const made = known.get(labels);
  if (made) return made;
  const groups = { species: new Groups(), genus: new Groups(), family: new Groups(), noBird: [] as number[] };
  labels.forEach((taxon, label) => {
    if (taxon === 'no_bird') groups.noBird.push(label);
    if (taxon === 'no_bird' || taxon === 'ignored') return;
    for (const rank of ['species', 'genus', 'family'] as const) {
      const id = taxonomy.ancestor(taxon, rank)?.id;
      if (id) groups[rank].add(label, id);
    }
  });
  known.set(labels, groups);
  return groups;
}
