import type { NamingGrain } from '../grain';
import type { Support } from '../support';
import type { TaxonId, Taxonomy } from '../taxonomy';
import type { Sense } from './shapes';
import type { JudgedTerm } from './term';
import { weigh, type Facts, type SenseWeights, type Weights } from './weighing';

/** What one sense says of one taxon, judged. */
export interface Judged {
  taxon: TaxonId;
  probability: number;
  terms: readonly JudgedTerm[];
}

/** The judgement on every taxon that one sense suggests. */
export class SenseJudge {
  readonly #known = new Map<TaxonId, Judged>();
  readonly #sense: Sense;
  readonly #weights: Weights;
  readonly #support: Support;
  readonly #facts: (taxon: TaxonId) => Facts;
  readonly #taxonomy: Taxonomy;

  constructor(
    sense: Sense,
    weights: SenseWeights,
    support: Support,
    facts: (taxon: TaxonId) => Facts,
    taxonomy: Taxonomy,
  ) {
    this.#sense = sense;
    this.#weights = support.placed ? weights.placed : weights.unplaced;
    this.#support = support;
    this.#facts = facts;
    this.#taxonomy = taxonomy;
  }

  bar(grain: NamingGrain): number {
    return this.#weights.bars[grain];
  }

  /** Whether this sense suggested the taxon at all. */
  knows(taxon: TaxonId): boolean {
    const rank = this.rankOf(taxon);
    return rank !== undefined && this.#support.ranked(rank).includes(taxon);
  }

  rankOf(taxon: TaxonId): NamingGrain | undefined {
    return this.#taxonomy.get(taxon)?.rank;
  }

  facts(taxon: TaxonId): Facts {
    return this.#facts(taxon);
  }

  /** A genus or a family is never less likely than the likeliest of its species. */
  of(taxon: TaxonId): Judged {
    const known = this.#known.get(taxon);
    if (known) return known;
    const grain = this.#taxonomy.get(taxon)?.rank ?? 'species';
    const own = { taxon, ...weigh(this.#facts(taxon), grain, this.#sense, this.#weights) };
    const within = FINER[grain].flatMap((rank) => this.#likeliestWithin(taxon, rank) ?? []);
    const probability = Math.max(own.probability, ...within.map((one) => this.of(one).probability));
    const judged = { ...own, probability };
    this.#known.set(taxon, judged);
    return judged;
  }

  /** The likeliest taxon of a grain: by its own weight, or because the likeliest finer name lies in it. */
  best(grain: NamingGrain): Judged | null {
    const named = [
      this.#support.best(grain),
      ...FINER[grain].map((rank) => this.#above(this.#support.best(rank), grain)),
    ];
    const judged = named.flatMap((taxon) => (taxon ? [this.of(taxon)] : []));
    return judged.reduce<Judged | null>(
      (best, one) => (best && best.probability >= one.probability ? best : one),
      null,
    );
  }

  #above(taxon: TaxonId | null, grain: NamingGrain): TaxonId | null {
    return (taxon && this.#taxonomy.ancestor(taxon, grain)?.id) ?? null;
  }

  #likeliestWithin(taxon: TaxonId, rank: NamingGrain): TaxonId | null {
    return this.#support.ranked(rank).find((one) => this.#taxonomy.contains(taxon, one)) ?? null;
  }
}

const FINER: Record<NamingGrain, readonly NamingGrain[]> = {
  species: [],
  genus: ['species'],
  family: ['genus', 'species'],
};
