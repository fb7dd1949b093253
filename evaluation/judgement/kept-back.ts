import type { Thresholds } from '../../src/domain/thresholds';
import { compareWith, softmaxThreshold } from '../baselines';
import { upperBound } from '../../src/domain/binomial';
import type { Difference } from '../bootstrap';
import { judge, type Judged } from '../judge';
import type { PackLabels } from '../known';
import type { Ledger } from '../../src/domain/ledger';
import { ledgerIn } from '../record';
import { heardAs, soundRunAt, type LabelledSound, type SoundModel, type Where } from './sound-worlds';
import type { SpeciesPlaces } from './worlds';
import type { TaxonId } from '../../src/domain/taxonomy';

/** From here on the model is sure by itself that a bird is in a window. */
const SURE = 0.9;

/** What the judgement comes to on recordings that it was not fitted on. */
export interface KeptBackFigures {
  where: Where;
  recordings: number;
  birds: number;
  right: number;
  /** Strictly by the label. */
  wrong: number;
  /** Of the wrong ones, those in which the model is sure of the bird that was named: it may well sing there too. */
  wrongButSure: number;
  coarser: { right: number; wrong: number };
  /** The model's own first choice is right, and of these a species is declared, rightly. */
  first: { right: number; named: number };
  labelledNamed: number;
  othersNamed: number;
  /** Species declared where there is no bird. */
  wrongWithoutBird: number;
  /** Risk-coverage area minus that of the model's own score: below zero is better. */
  area: Difference;
}

export interface KeptBackContext {
  placesOf: (truth: TaxonId | null) => SpeciesPlaces;
  model: SoundModel;
  labels: PackLabels;
  thresholds: Thresholds;
}

export interface KeptBack extends Judged {
  ledger: Ledger;
}

/** Recordings judged by weights and bars that they had no part in. */
export function judgeKeptBack(
  sounds: readonly LabelledSound[],
  where: Where,
  { placesOf, model, labels, thresholds }: KeptBackContext,
): KeptBack[] {
  return sounds.flatMap((sound) => {
    const record = soundRunAt(sound, where, placesOf, model, thresholds);
    if (!record) return [];
    return [{ ...judge(sound.item, record, { taxonomy: model.taxonomy, labels }), ledger: ledgerIn(record) }];
  });
}

export function countKeptBack(judged: readonly KeptBack[], where: Where): KeptBackFigures {
  const count = (holds: (one: KeptBack) => boolean): number => judged.filter(holds).length;
  const isCoarse = ({ grain }: Judged): boolean => grain === 'genus' || grain === 'family';
  const birds = judged.filter(({ item }) => item.truth !== null);
  return {
    where,
    recordings: judged.length,
    birds: birds.length,
    right: count(({ grain, solved, item }) => grain === 'species' && solved && item.truth !== null),
    wrong: count(({ overclaim }) => overclaim),
    wrongButSure: count(({ overclaim, taxon, ledger }) => overclaim && heardAs(ledger, taxon) >= SURE),
    coarser: {
      right: count((one) => isCoarse(one) && one.solved),
      wrong: count((one) => isCoarse(one) && !one.solved),
    },
    first: {
      right: count(({ first }) => first.right),
      named: count(({ first, grain, solved }) => first.right && grain === 'species' && solved),
    },
    labelledNamed: count(({ named }) => named?.labelled === true),
    othersNamed: birds.reduce((sum, { named }) => sum + (named?.others ?? 0), 0),
    wrongWithoutBird: count(({ item, overclaim }) => item.truth === null && overclaim),
    area: compareWith(birds, softmaxThreshold(birds)).difference.area,
  };
}

const WHERE: Record<Where, string> = {
  own: 'a place where the bird lives',
  none: 'no place',
  far: 'a place where it does not live',
};

export function describeKeptBack(figures: readonly KeptBackFigures[]): string {
  const percent = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
  const rows = figures.map((one) => {
    const {
      recordings,
      birds,
      right,
      wrong,
      wrongButSure,
      coarser,
      first,
      labelledNamed,
      othersNamed,
      wrongWithoutBird,
      area,
    } = one;
    return [
      WHERE[one.where],
      `${recordings} (${birds} of birds)`,
      `${right}`,
      `${wrong} (${percent(wrong, recordings)} of all, at most ${percent(upperBound(wrong, recordings), 1)}; ${wrongWithoutBird} where there is no bird); of ${wrongButSure} the model is sure`,
      `${coarser.right} / ${coarser.wrong}`,
      `${first.named} of ${first.right} (${percent(first.named, first.right)})`,
      `${labelledNamed}, ${othersNamed}`,
      `${area.value.toFixed(3)} (${area.low.toFixed(3)} to ${area.high.toFixed(3)})`,
    ].join(' | ');
  });
  return `| kept back | recordings | right species | wrong species, by the label | right / wrong genus or family only | named of those that the model has first | the labelled bird among those named, others named | risk-coverage area less that of the plain score |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}
