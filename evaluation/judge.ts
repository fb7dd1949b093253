import { GRAIN_REWARDS, isReachable } from '../training/scores';
import type { Grain } from '../src/domain/grain';
import { answers, type Ledger } from '../src/domain/ledger';
import { looksThatCount } from '../src/domain/search';
import type { TaxonId, Taxonomy } from '../src/domain/taxonomy';
import type { RuleId, RungReason, Verdict } from '../src/domain/verdict';
import type { Prediction } from './curves';
import type { Item } from './item';
import { isKnown, type PackLabels } from './known';
import { endIn, ledgerIn, type RunRecord } from './record';

/** Whether the models could have known: the species is among their labels, outside them, or there is no bird. */
export const KINDS = ['known', 'outside', 'not_a_bird'] as const;
export type Kind = (typeof KINDS)[number];

/** Where the species was lost if it was not declared or wrong; the first reason that applies. */
export const LOSSES = [
  'failed',
  'not_detected',
  'gated_out',
  'called_no_bird',
  'nothing_classified',
  'not_in_labels',
  'not_in_top_k',
  'in_top_k_not_chosen',
  'too_cautious',
] as const;
export type Loss = (typeof LOSSES)[number];

/** The outcome of one item's run. */
export interface Judged {
  item: Item;
  kind: Kind;
  failed: boolean;
  grain: Grain;
  taxon: TaxonId | null;
  rule: string | null;
  /** Right at the declared grain: a taxon that holds the truth, or no name where there is no bird. */
  solved: boolean;
  /** A species was declared and is wrong. */
  overclaim: boolean;
  /** The verdict's probability, and whether its taxon is right; null for an abstention. */
  said: Prediction | null;
  /** The species that the rules would declare first, at any confidence. */
  best: Prediction & { taxon: TaxonId | null };
  /** What the classifier alone would say: its first species, with its plain probability. */
  first: Prediction & { taxon: TaxonId | null };
  /** Of a recording: whether the labelled bird is among the species named in it, and how many others are. */
  named: { labelled: boolean; others: number } | null;
  /** BirdAgent's reward: finer is worth more, wrong costs, and a species counts in full only where a tool listed it. */
  reward: number;
  calls: number;
  toolErrors: number;
  neededCalled: boolean;
  loss: Loss | null;
  ms: number;
}

export interface JudgeContext {
  taxonomy: Taxonomy;
  labels: PackLabels;
}

export function judge(item: Item, record: RunRecord, { taxonomy, labels }: JudgeContext): Judged {
  const end = endIn(record);
  const ledger = ledgerIn(record);
  const verdict = end?.verdict ?? null;
  const { truth } = item;
  const kind = truth === null ? 'not_a_bird' : isKnown(truth, item.modality, labels) ? 'known' : 'outside';
  const holds = (taxon: TaxonId | null): boolean => taxon !== null && truth !== null && taxonomy.contains(taxon, truth);
  const grain = verdict?.grain ?? 'abstain';
  const taxon = verdict?.taxon ?? null;
  const best = bestSpecies(verdict);
  const first = firstSpecies(ledger);
  const right = holds(taxon);
  const reachable = isReachable(ledger, truth);
  return {
    item,
    kind,
    failed: record.failed !== null,
    grain,
    taxon,
    rule: verdict?.rule ?? null,
    solved: record.failed === null && (truth === null ? grain === 'abstain' : right),
    overclaim: grain === 'species' && !right,
    said: verdict && taxon ? { confidence: verdict.probability, right } : null,
    best: { ...best, right: holds(best.taxon) },
    first: { ...first, right: holds(first.taxon) },
    named: record.named && {
      labelled: truth !== null && record.named.includes(truth),
      others: record.named.filter((species) => species !== truth).length,
    },
    reward: grainReward(grain, right, reachable),
    calls: record.events.filter((event) => event.type === 'calling').length,
    toolErrors: ledger.filter((entry) => 'outcome' in entry && entry.outcome.status === 'failed').length,
    neededCalled: item.needed.every((tool) => ledger.some((entry) => 'outcome' in entry && entry.tool === tool)),
    loss: truth === null || (grain === 'species' && right) ? null : lossOf(record, verdict, ledger, truth, kind, best),
    ms: record.ms,
  };
}

/** A species earns its full credit only where some tool's top-k held the truth. */
export function grainReward(grain: Grain, right: boolean, reachable: boolean): number {
  if (!right) return GRAIN_REWARDS[grain].wrong;
  return grain === 'species' && !reachable ? 0 : GRAIN_REWARDS[grain].right;
}

/** Reasons that no probability can overcome. */
const CLOSED: ReadonlySet<RungReason> = new Set<RungReason>([
  'no_bird',
  'nothing_classified',
  'quality_failed',
  'not_in_top_k',
]);

/** The judged probability orders the items, whatever bar it has to clear. */
function bestSpecies(verdict: Verdict | null): { taxon: TaxonId | null; confidence: number } {
  const rung = verdict?.ladder.find(({ grain }) => grain === 'species');
  if (!rung) return { taxon: null, confidence: 0 };
  return { taxon: rung.taxon, confidence: CLOSED.has(rung.reason) ? 0 : rung.probability };
}

/** The first answer of each classifier about a bird, before any other look. The surest of them counts. */
function firstSpecies(ledger: Ledger): { taxon: TaxonId | null; confidence: number } {
  const seen = looksThatCount(ledger)[0] ?? answers(ledger, 'classify_image')[0];
  const firsts = [seen, answers(ledger, 'classify_sound')[0]].flatMap((answer) => {
    const best = answer?.payload.candidates[0];
    return best ? [{ taxon: best.taxon, confidence: best.probability }] : [];
  });
  return firsts.sort((a, b) => b.confidence - a.confidence)[0] ?? { taxon: null, confidence: 0 };
}

/** Nothing was put forward at all. */
const SILENT: ReadonlySet<string> = new Set<RuleId>(['no_bird_found', 'no_bird_heard', 'unknown_voice']);

function lossOf(
  record: RunRecord,
  verdict: Verdict | null,
  ledger: Ledger,
  truth: TaxonId,
  kind: Kind,
  best: { taxon: TaxonId | null },
): Loss {
  if (record.failed || !verdict) return 'failed';
  if (SILENT.has(verdict.rule)) return 'not_detected';
  const species = verdict.ladder.find(({ grain }) => grain === 'species');
  if (verdict.rule === 'quality_failed' || species?.reason === 'quality_failed') return 'gated_out';
  if (verdict.rule === 'not_a_bird') return 'called_no_bird';
  if (verdict.rule === 'nothing_classified') return 'nothing_classified';
  if (kind === 'outside') return 'not_in_labels';
  if (!isReachable(ledger, truth)) return 'not_in_top_k';
  return best.taxon === truth ? 'too_cautious' : 'in_top_k_not_chosen';
}
