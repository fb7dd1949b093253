import { ANSWERS, type Answer, type QuestionId } from '../src/domain/questions/answers';
import { answersGiven } from '../src/domain/questions/likelihood';
import type { Traits } from '../src/domain/questions/traits';
import type { TaxonId, Taxonomy } from '../src/domain/taxonomy';
import { drawIndex, type Random } from './random';

/** An observer who is not there: what they know of birds, how often they err, and their luck. */
export interface SimulatedObserver {
  taxonomy: Taxonomy;
  traits: Traits;
  error: number;
  random: Random;
}

/** What is true is drawn as often as the facts say; then the answer is wrong as often as is asked for. */
export function answerOf(
  truth: TaxonId,
  question: QuestionId,
  { taxonomy, traits, error, random }: SimulatedObserver,
): Answer {
  const was = drawIndex(traits.sharesOf(truth, question, taxonomy), random);
  return ANSWERS[question][drawIndex(answersGiven(question, was, error), random)]!;
}
