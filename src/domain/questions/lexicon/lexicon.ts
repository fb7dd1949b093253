import type { Answer } from '../answers';

/** The words of a language that stand for an answer. What is not here is not understood, and nobody guesses. */
export interface Lexicon {
  /** Words that turn what follows into its contrary. */
  not: readonly string[];
  says: Record<Answer, readonly string[]>;
}
