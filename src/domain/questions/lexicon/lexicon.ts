import type { Answer } from '../answers';

/** The words of a language that stand for an answer. Anything else is not understood; the app does not guess. */
export interface Lexicon {
  /** Words that negate what follows. */
  not: readonly string[];
  says: Record<Answer, readonly string[]>;
}
