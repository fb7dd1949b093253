import { birdsHeard } from '../heard';
import { GRAINS, type Grain } from '../grain';
import { answers, wasTried, type Ledger } from '../ledger';
import { placesOf } from '../place-weight';
import type { Verdict } from '../verdict';
import { weighCandidates, type VerdictContext, type WeighedCandidates } from '../verdict-rules';
import { ANSWERS, QUESTIONS, type QuestionId } from './answers';
import { lastReplies } from './observer-answers';
import type { Candidates } from './weigh-answers';

/** What else could be known: what the observer may have at hand, and what they may be asked. */
const OTHER_PIECES = ['a_place', 'a_date', 'another_photo', 'a_sound'] as const;
export type Piece = (typeof OTHER_PIECES)[number] | QuestionId;

/** What a piece of information is expected to be worth now. */
interface Gain {
  piece: Piece;
  gain: number;
}

/** What would help most, best first, and the question that is asked; null where none is worth it. */
export interface Inquiry {
  gains: readonly Gain[];
  question: QuestionId | null;
}

/** More questions than this would be a questionnaire. */
const MOST_QUESTIONS = 2;
/** With one candidate there is nothing to tell apart, and with more than these no answer would. */
const CANDIDATES = { least: 2, most: 6 } as const;
/** A question that is worth less is not worth a person's time: a genus more in every twenty times. */
const LEAST_GAIN = 0.02;

/** What a name of each grain is worth, right or wrong: BirdAgent's reward. */
const WORTH: Record<Grain, { right: number; wrong: number }> = {
  species: { right: 1, wrong: -0.5 },
  genus: { right: 0.4, wrong: -0.3 },
  family: { right: 0.2, wrong: -0.1 },
  abstain: { right: 0, wrong: 0 },
};

/**
 * What each piece leaves of the odds of a wrong candidate, on average. Place and photo were measured on held-out photos
 * (docs/results/questions.md). The month was set beside the place, a sound beside a photo, by hand: there are no recordings of the same
 * birds to measure it on.
 */
const LEAVES: Record<(typeof OTHER_PIECES)[number], number> = {
  a_place: 0.25,
  a_date: 0.9,
  another_photo: 0.45,
  a_sound: 0.45,
};

/**
 * Works out what would help most. Pure: the same ledger always asks the same.
 * @param choices the questions that may be asked
 */
export function inquire(
  ledger: Ledger,
  context: VerdictContext,
  choices: readonly QuestionId[] = QUESTIONS,
): Inquiry | null {
  const weighed = weighCandidates(ledger, context);
  // With several birds in a recording, nobody could tell which one a question is about.
  if (!weighed || (birdsHeard(ledger) > 1 && !wasTried(ledger, 'classify_image'))) return null;
  const { candidates, verdictWith } = weighed;
  const now = verdictWith([]);
  if (now.grain === 'species' || now.rule === 'not_a_bird') return null;

  const { alternative } = context.thresholds;
  const likely = candidates.species.filter(({ share }) => share >= alternative);
  const few = likely.length >= CANDIDATES.least && likely.length <= CANDIDATES.most;
  const replies = lastReplies(ledger);
  const open = few && replies.length < MOST_QUESTIONS ? choices : [];
  const asked = open.filter((question) => !replies.some((reply) => reply.question === question));
  const gains: Gain[] = [
    ...asked.map((question) => ({ piece: question, gain: gainOf(question, candidates, now, verdictWith) })),
    ...missing(ledger).map((piece) => ({ piece, gain: gainWith(LEAVES[piece], candidates, now) })),
  ];
  gains.sort((a, b) => b.gain - a.gain);
  const best = gains.find(({ piece, gain }) => isQuestion(piece) && gain >= LEAST_GAIN)?.piece;
  return { gains, question: best && isQuestion(best) ? best : null };
}

export function isQuestion(piece: Piece): piece is QuestionId {
  return (QUESTIONS as readonly Piece[]).includes(piece);
}

function missing(ledger: Ledger): (typeof OTHER_PIECES)[number][] {
  const places = placesOf(ledger);
  const undated = places.length > 0 && places.every(({ month }) => month === null);
  return [
    ...(places.length === 0 ? (['a_place'] as const) : []),
    ...(undated ? (['a_date'] as const) : []),
    'another_photo',
    ...(answers(ledger, 'classify_sound').length === 0 ? (['a_sound'] as const) : []),
  ];
}

/** Over the answers that are to be expected; nothing where none of them changes the grain or the name. */
function gainOf(
  question: QuestionId,
  candidates: Candidates,
  now: Verdict,
  verdictWith: WeighedCandidates['verdictWith'],
): number {
  const chances = candidates.predict(question);
  let gain = 0;
  let changes = false;
  for (const [at, answer] of ANSWERS[question].entries()) {
    const then = verdictWith([{ entry: 0, question, answer }]);
    changes ||= then.grain !== now.grain || then.taxon !== now.taxon;
    gain += chances[at]! * (worthOf(then.grain, then.probability) - worthOf(now.grain, now.probability));
  }
  return changes ? gain : 0;
}

/** The same for information that has no answer to choose, but lowers every wrong candidate, whichever is right. */
function gainWith(leaves: number, candidates: Candidates, now: Verdict): number {
  const then = candidates.species.map(({ taxon, share }) => {
    const reached = GRAINS.map((grain) => {
      if (grain === 'abstain') return WORTH.abstain.right;
      const rung = candidates.ladder[grain];
      const inside = candidates.above(taxon, grain);
      const before = inside ? candidates.probability(inside) : 0;
      return before / (before + leaves * (1 - before)) >= rung.bar ? WORTH[grain].right : 0;
    });
    return share * Math.max(...reached);
  });
  return Math.max(0, then.reduce((sum, one) => sum + one, 0) - worthOf(now.grain, now.probability));
}

function worthOf(grain: Grain, probability: number): number {
  const { right, wrong } = WORTH[grain];
  return probability * right + (1 - probability) * wrong;
}
