import type { Grain } from '../src/domain/grain';
import { answers, isObserversWord, type Evidence, type Ledger } from '../src/domain/ledger';
import type { Observation } from '../src/domain/observation';
import type { ToolErrorCode } from '../src/domain/outcome';
import type { TaxonId, Taxonomy } from '../src/domain/taxonomy';
import type { Verdict } from '../src/domain/verdict';
import type { Ending } from '../src/domain/events';

/**
 * A run scored the way each of the four systems was trained. All are pure: the same ledger gives the same numbers in
 * training, in a bench and on the screen.
 */
export interface RunToScore {
  observation: Observation;
  ledger: Ledger;
  verdict: Pick<Verdict, 'grain' | 'taxon'>;
  ending: Ending;
  /** The species that it was; null where there was no bird. */
  truth: TaxonId | null;
  /** What a language model said, turn by turn; empty for a policy without words. */
  replies: readonly string[];
  tokens: number;
}

export interface Scores {
  /** BirdAgent: the verdict at its grain. */
  grain: number;
  /** qwen-tool: what each turn came to, added up. */
  execution: number;
  /** Environment Tuning: the share of the way that the turns covered, 0-1. */
  progress: number;
  /** IronGuard: 0 for a run without filler, repetition or loose end; below it otherwise. */
  discipline: number;
  /** What the calls and questions took, as shares of a right species. */
  cost: number;
  /** Nothing was named, and nobody judged the picture that was looked at: the observer is not told what would help. */
  unexplained: boolean;
  /** The verdict is right at the grain it declares. */
  solved: boolean;
  /** The verdict names something that it was not. */
  overclaimed: boolean;
}

export function scoreRun(run: RunToScore, taxonomy: Taxonomy): Scores {
  const right = isRight(run, taxonomy);
  return {
    grain: grainReward(run, taxonomy),
    execution: executionRewards(run, right === true).reduce((sum, reward) => sum + reward, 0),
    progress: progressRewards(run).reduce((sum, reward) => sum + reward, 0),
    discipline: disciplineReward(run),
    cost: costOf(run.ledger),
    unexplained: isUnexplained(run),
    solved: right === true,
    overclaimed: right === false,
  };
}

/** Null for an abstention. */
export function isRight({ verdict, truth }: Pick<RunToScore, 'verdict' | 'truth'>, taxonomy: Taxonomy): boolean | null {
  if (verdict.grain === 'abstain' || !verdict.taxon) return null;
  return truth !== null && taxonomy.contains(verdict.taxon, truth);
}

/** What a right and a wrong verdict earn, by its grain (BirdAgent's reward). */
export const GRAIN_REWARDS: Record<Grain, { right: number; wrong: number }> = {
  species: { right: 1, wrong: -0.5 },
  genus: { right: 0.4, wrong: -0.3 },
  family: { right: 0.2, wrong: -0.1 },
  abstain: { right: 0, wrong: 0 },
};

/** A species earns its full credit only where some tool's top-k held the truth: a lucky guess is not rewarded. */
function grainReward(run: RunToScore, taxonomy: Taxonomy): number {
  const right = isRight(run, taxonomy);
  if (right === null) return 0;
  const { right: gain, wrong } = GRAIN_REWARDS[run.verdict.grain];
  if (!right) return wrong;
  return run.verdict.grain === 'species' && !isReachable(run.ledger, run.truth) ? 0 : gain;
}

/** Whether some classifier's top-k held the truth. */
export function isReachable(ledger: Ledger, truth: TaxonId | null): boolean {
  const looks = [...answers(ledger, 'classify_image'), ...answers(ledger, 'classify_sound')];
  return looks
    .map(({ payload }) => payload.candidates)
    .some((candidates) => candidates.some(({ taxon }) => taxon === truth));
}

/** qwen-tool's execution matrix. */
export const EXECUTION = { success: 10, ran: 0, toolError: -0.5, invalidJson: -0.8, structuralFailure: -1 } as const;

/** Inventing a tool, or saying nothing that could be done: the policy has left its role. */
const STRUCTURAL: ReadonlySet<ToolErrorCode> = new Set([
  'unknown_tool',
  'reply_empty',
  'reply_without_action',
  'reply_endless',
]);

/** On a phone a network takes some 300 ms, other tools hardly any time, and a question takes the observer's. */
export const COST = { network: 0.01, other: 0.002, question: 0.03 } as const;

const NETWORKS: ReadonlySet<string> = new Set(['detect_bird', 'classify_image', 'classify_sound']);

function costOf(ledger: Ledger): number {
  return ledger.reduce((sum, entry) => {
    if (entry.kind === 'answer') return sum + (entry.from === 'question' ? COST.question : 0);
    if (entry.kind !== 'tool' && entry.kind !== 'rejected') return sum;
    return sum + (NETWORKS.has(entry.tool) ? COST.network : COST.other);
  }, 0);
}

function isUnexplained({ verdict, ledger }: Pick<RunToScore, 'verdict' | 'ledger'>): boolean {
  const looked = answers(ledger, 'classify_image').length > 0;
  return verdict.grain === 'abstain' && looked && answers(ledger, 'quality_gate').length === 0;
}

/** One reward a turn, the last one for how the run ended. */
export function executionRewards({ ledger, ending }: Pick<RunToScore, 'ledger' | 'ending'>, right: boolean): number[] {
  const turns = ledger.filter(isTurn).map(executionReward);
  if (ending === 'policy_failed') return [...turns, EXECUTION.structuralFailure];
  return [...turns, ending === 'concluded' && right ? EXECUTION.success : EXECUTION.ran];
}

/** The observer's word is nobody's turn. */
function isTurn(entry: Evidence): boolean {
  return !isObserversWord(entry);
}

export function executionReward(entry: Evidence): number {
  if (!('outcome' in entry) || entry.outcome.status === 'ok') return EXECUTION.ran;
  const { code } = entry.outcome;
  if (STRUCTURAL.has(code)) return EXECUTION.structuralFailure;
  return code === 'reply_not_json' ? EXECUTION.invalidJson : EXECUTION.toolError;
}

/** What a turn adds to the share of the way that an observation allows; the last number is for ending it. */
export function progressRewards({ observation, ledger, ending }: Omit<RunToScore, 'replies'>): number[] {
  const rewards: number[] = [];
  let covered = progress(observation, []);
  ledger.forEach((entry, index) => {
    const now = progress(observation, ledger.slice(0, index + 1));
    if (isTurn(entry)) rewards.push(now - covered);
    covered = now;
  });
  return [...rewards, ending === 'concluded' ? 1 - WAY_TO_CONCLUSION : 0].map((reward) => reward || 0);
}

/** The share of the way that lies before the conclusion. */
const WAY_TO_CONCLUSION = 0.8;

/** How far the ledger has come, 0-0.8: bird found, media judged, bird named, place asked, of those there were to do. */
function progress(observation: Observation, ledger: Ledger): number {
  const searches = answers(ledger, 'detect_bird');
  const judged = answers(ledger, 'quality_gate');
  const heard = answers(ledger, 'audio_quality');
  const all = <T>(list: readonly T[], is: (one: T) => boolean): boolean => list.length > 0 && list.every(is);

  const noBird = all(searches, ({ payload }) => payload.count === 0);
  const hopeless = noBird || all(judged, ({ payload }) => payload.grade === 'fail');
  const inaudible = all(heard, ({ payload }) => payload.grade === 'fail');
  const silent = all(answers(ledger, 'classify_sound'), ({ payload }) => payload.birds.length === 0);
  const steps: boolean[] = [];
  if (observation.photos.length > 0) {
    const found = searches.length > 0 || observation.photos.some(({ focus }) => focus !== null);
    steps.push(found, noBird || judged.length > 0, hopeless || answers(ledger, 'classify_image').length > 0);
  }
  if (observation.sounds.length > 0) {
    steps.push(heard.length > 0, inaudible || answers(ledger, 'classify_sound').length > 0);
  }
  const nothingSeen = observation.photos.length === 0 || hopeless;
  const nothingToAsk = nothingSeen && (observation.sounds.length === 0 || inaudible || silent);
  steps.push(nothingToAsk || answers(ledger, 'geo_prior').length > 0);
  return (WAY_TO_CONCLUSION * steps.filter(Boolean).length) / steps.length;
}

/** IronGuard's penalties, each small beside a right verdict. */
export const DISCIPLINE = { filler: -0.1, repetition: -0.1, looseEnd: -0.3, perToken: -0.0002 } as const;

const FILLER =
  /\b(certainly|of course|sure[,!]|great question|happy to|i can help|let me|i will now|i'll now|as an ai|have a nice|hope this helps|in conclusion|first and foremost|please note|thank you|absolutely)\b/gi;

/** Phrases that help nobody in a text. */
export function countFiller(text: string): number {
  return text.match(FILLER)?.length ?? 0;
}

export function disciplineReward({ ledger, ending, replies, tokens }: Omit<RunToScore, 'verdict' | 'truth'>): number {
  const filler = replies.reduce((sum, reply) => sum + countFiller(reply), 0);
  const repeated = ledger.filter((entry) => entry.kind === 'rejected' && entry.outcome.code === 'call_repeated').length;
  return (
    filler * DISCIPLINE.filler +
    (repeated + repeatedReplies(replies)) * DISCIPLINE.repetition +
    (ending === 'concluded' ? 0 : DISCIPLINE.looseEnd) +
    tokens * DISCIPLINE.perToken
  );
}

/** Replies that say word for word what the one before said. */
function repeatedReplies(replies: readonly string[]): number {
  return replies.filter((reply, index) => index > 0 && reply === replies[index - 1]).length;
}
