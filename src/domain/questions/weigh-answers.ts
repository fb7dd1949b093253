import type { Ladder } from '../fusion';
import { NAMING_GRAINS, type NamingGrain } from '../grain';
import type { JudgedTerm } from '../judgement/term';
import { LEAST_SHOWN } from '../judgement/weighing';
import type { TaxonId, Taxonomy } from '../taxonomy';
import type { Rung } from '../verdict';
import { Likelihood, type ObserverWeight } from './likelihood';
import type { Answer, QuestionId } from './answers';
import type { ObserverAnswer } from './observer-answers';
import { sharesOf, spreadOf, type Part } from './spread';
import type { Traits } from './traits';

export interface Known {
  taxonomy: Taxonomy;
  traits: Traits;
  weight: ObserverWeight;
}

/**
 * What the evidence leaves, and what the observer's word makes of it. The word moves probabilities between birds that were
 * seen or heard. It may make a name finer only within what is named already, or of what was likely before; and never
 * where it speaks against what is named.
 */
export class Candidates {
  readonly ladder: Ladder;
  readonly parts: readonly Part[];
  /** For each taxon, what the answers so far add to its log-odds. */
  readonly #moved: ReadonlyMap<TaxonId, number>;
  readonly #base: (taxon: TaxonId) => number;
  readonly #known: Known;
  readonly #likelihood: Likelihood;

  private constructor(
    ladder: Ladder,
    parts: readonly Part[],
    moved: ReadonlyMap<TaxonId, number>,
    base: (taxon: TaxonId) => number,
    known: Known,
    likelihood: Likelihood,
  ) {
    this.ladder = ladder;
    this.parts = parts;
    this.#moved = moved;
    this.#base = base;
    this.#known = known;
    this.#likelihood = likelihood;
  }

  static of(ladder: Ladder, judged: (taxon: TaxonId) => number, species: readonly TaxonId[], known: Known): Candidates {
    const parts = spreadOf(ladder, judged, species, known.taxonomy);
    const likelihood = new Likelihood(known.traits, known.taxonomy, known.weight.error);
    return new Candidates(ladder, parts, new Map(), judged, known, likelihood);
  }

  /** Species that were put forward, likeliest first. */
  get species(): { taxon: TaxonId; share: number }[] {
    const { taxonomy } = this.#known;
    return this.parts
      .flatMap(({ taxon, share }) => (taxon && taxonomy.get(taxon)?.rank === 'species' ? [{ taxon, share }] : []))
      .sort((a, b) => b.share - a.share);
  }

  probability(taxon: TaxonId): number {
    return shifted(this.#base(taxon), this.#moved.get(taxon) ?? 0);
  }

  above(taxon: TaxonId, grain: NamingGrain): TaxonId | null {
    return this.#known.taxonomy.ancestor(taxon, grain)?.id ?? null;
  }

  /** How likely each answer would be. */
  predict(question: QuestionId): number[] {
    const all = this.parts.map(({ taxon, share }) => this.#likelihood.all(question, taxon).map((one) => one * share));
    return all.reduce<number[]>((sum, one) => one.map((value, at) => value + (sum[at] ?? 0)), []);
  }

  /** Whether an answer fits a taxon better than it fits birds at large. */
  speaksFor(taxon: TaxonId, { question, answer }: Pick<ObserverAnswer, 'question' | 'answer'>): boolean {
    return this.#likeOf(taxon, question, answer) >= this.#like(question, answer, null);
  }

  with(given: ObserverAnswer): Candidates {
    const { question, answer } = given;
    const weighed = this.parts.map((part) => ({
      ...part,
      share: part.share * this.#like(question, answer, part.taxon),
    }));
    const total = sharesOf(weighed);
    const moved = new Map(this.#moved);
    for (const taxon of this.#taxa()) {
      const odds = Math.log(this.#likeOf(taxon, question, answer) / this.#likeOutside(taxon, question, answer));
      moved.set(taxon, (moved.get(taxon) ?? 0) + odds);
    }
    const parts = weighed.map(({ taxon, share }) => ({ taxon, share: share / total }));
    const next = new Candidates(this.ladder, parts, moved, this.#base, this.#known, this.#likelihood);
    return new Candidates(this.#climb(next, given), parts, moved, this.#base, this.#known, this.#likelihood);
  }

  /** What the observer's word weighs for a taxon. */
  terms(taxon: TaxonId): JudgedTerm[] {
    const weight = this.#moved.get(taxon) ?? 0;
    const grain = this.#known.taxonomy.get(taxon)?.rank ?? 'species';
    if (Math.abs(weight) < LEAST_SHOWN) return [];
    return [{ id: 'observer', grain, sense: 'said', stance: weight < 0 ? 'against' : 'for', weight }];
  }

  #climb(next: Candidates, given: ObserverAnswer): Ladder {
    const named = NAMING_GRAINS.map((grain) => this.ladder[grain]).find(({ reason }) => reason === 'reached')?.taxon;
    const climbed = (grain: NamingGrain): Rung => this.#rung(this.ladder[grain], next, named ?? null, given);
    return { family: climbed('family'), genus: climbed('genus'), species: climbed('species') };
  }

  #rung(before: Rung, next: Candidates, named: TaxonId | null, given: ObserverAnswer): Rung {
    if (!OPEN.has(before.reason) || !before.taxon) return before;
    const taxon = next.#best(before.grain, before.taxon);
    const probability = next.probability(taxon);
    const rung = { ...before, taxon, probability };
    if (before.reason === 'reached') {
      return taxon === before.taxon && probability >= before.bar ? rung : { ...rung, reason: 'observer_disagrees' };
    }
    const { caution } = this.#known.weight;
    const bar = before.bar + (1 - before.bar) * caution;
    return this.#mayRaise(taxon, next, named, given) && probability >= bar ? { ...rung, reason: 'reached' } : rung;
  }

  #mayRaise(taxon: TaxonId, next: Candidates, named: TaxonId | null, given: ObserverAnswer): boolean {
    if (!this.speaksFor(taxon, given)) return false;
    if (named === null) return this.#base(taxon) >= this.#known.weight.before;
    return this.#known.taxonomy.contains(named, taxon) && next.probability(named) >= this.probability(named);
  }

  #best(grain: NamingGrain, before: TaxonId): TaxonId {
    const taxa = this.#taxa().filter((taxon) => this.#known.taxonomy.get(taxon)?.rank === grain);
    return taxa.reduce((best, one) => (this.probability(one) > this.probability(best) ? one : best), before);
  }

  /** Every taxon that a listed species lies in. */
  #taxa(): TaxonId[] {
    const { taxonomy } = this.#known;
    const listed = this.species.map(({ taxon }) => taxon);
    return [
      ...new Set(listed.flatMap((one) => NAMING_GRAINS.flatMap((rank) => taxonomy.ancestor(one, rank)?.id ?? []))),
    ];
  }

  #like(question: QuestionId, answer: Answer, taxon: TaxonId | null): number {
    return this.#likelihood.of(question, answer, taxon) ** this.#known.weight.trust;
  }

  #likeOf(taxon: TaxonId, question: QuestionId, answer: Answer): number {
    const inside = this.parts.filter((part) => part.taxon && this.#known.taxonomy.contains(taxon, part.taxon));
    return this.#mean(inside, question, answer) ?? this.#like(question, answer, taxon);
  }

  #likeOutside(taxon: TaxonId, question: QuestionId, answer: Answer): number {
    const outside = this.parts.filter((part) => !part.taxon || !this.#known.taxonomy.contains(taxon, part.taxon));
    return this.#mean(outside, question, answer) ?? this.#like(question, answer, null);
  }

  #mean(parts: readonly Part[], question: QuestionId, answer: Answer): number | null {
    const total = sharesOf(parts);
    if (total < 1e-9) return null;
    return parts.reduce((all, { taxon, share }) => all + share * this.#like(question, answer, taxon), 0) / total;
  }
}

/** Reasons that a probability can change. */
const OPEN: ReadonlySet<Rung['reason']> = new Set<Rung['reason']>([
  'reached',
  'below_bar',
  'views_disagree',
  'observer_disagrees',
]);

function shifted(probability: number, odds: number): number {
  if (odds === 0) return probability;
  const kept = Math.min(1 - 1e-9, Math.max(1e-9, probability));
  return 1 / (1 + ((1 - kept) / kept) * Math.exp(-odds));
}
