import type { TaxonId, Taxonomy } from '../taxonomy';
import { ANSWERS, type Answer, type QuestionId } from './answers';
import type { Traits } from './traits';

/** How far the observer's answers are believed. Chosen on simulated observers: docs/results/questions.md. */
export interface ObserverWeight {
  /** How often people are taken to answer wrongly. */
  error: number;
  /** What a likelihood is raised to: below 1, an answer says less than its facts would allow. */
  trust: number;
  /** How much of the way from a bar to certainty a name needs that only an answer raises. */
  caution: number;
  /** Where nothing is named without the observer, an answer may raise only what was at least this likely. */
  before: number;
}

/** A wrong size is a neighbouring one four times as often as the next one beyond. */
const FARTHER = 1 / 4;

/** Given what is true, how often each answer is given. */
export function answersGiven(question: QuestionId, truth: number, error: number): number[] {
  const weights = ANSWERS[question].map((_, at) => {
    if (at === truth) return 0;
    return question === 'size' ? FARTHER ** (Math.abs(at - truth) - 1) : 1;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight, at) => (at === truth ? 1 - error : (error * weight) / total));
}

/** How likely each answer is, where the true one has these shares. */
export function answersFor(question: QuestionId, shares: readonly number[], error: number): number[] {
  const given = shares.map((_, truth) => answersGiven(question, truth, error));
  return ANSWERS[question].map((_, at) => shares.reduce((sum, share, truth) => sum + share * given[truth]![at]!, 0));
}

/** How likely answers are for taxa: each looked up once. */
export class Likelihood {
  readonly #known = new Map<string, readonly number[]>();
  readonly #traits: Traits;
  readonly #taxonomy: Taxonomy;
  readonly #error: number;

  constructor(traits: Traits, taxonomy: Taxonomy, error: number) {
    this.#traits = traits;
    this.#taxonomy = taxonomy;
    this.#error = error;
  }

  /** Of a taxon; null stands for any bird. */
  all(question: QuestionId, taxon: TaxonId | null): readonly number[] {
    const key = `${question} ${taxon}`;
    let known = this.#known.get(key);
    if (!known) {
      const shares = taxon ? this.#traits.sharesOf(taxon, question, this.#taxonomy) : this.#traits.typical(question);
      known = answersFor(question, shares, this.#error);
      this.#known.set(key, known);
    }
    return known;
  }

  of(question: QuestionId, answer: Answer, taxon: TaxonId | null): number {
    return this.all(question, taxon)[(ANSWERS[question] as readonly Answer[]).indexOf(answer)] ?? 0;
  }
}
