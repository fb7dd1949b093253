import type { Grain } from '../src/domain/grain';
import { isFiner } from '../src/domain/grain';
import type { Evidence, Ledger } from '../src/domain/ledger';
import { QUESTIONS, type QuestionId } from '../src/domain/questions/answers';
import { inquire, isQuestion } from '../src/domain/questions/inquire';
import type { ObserverWeight } from '../src/domain/questions/likelihood';
import type { Traits } from '../src/domain/questions/traits';
import type { TaxonId, Taxonomy } from '../src/domain/taxonomy';
import type { Thresholds } from '../src/domain/thresholds';
import { decideAbout, decideVerdict, type VerdictContext } from '../src/domain/verdict-rules';
import { bootstrap, type Difference } from './bootstrap';
import type { FitCase } from './judgement/fit';
import { ledgerInWorld, type PhotoModel, type SpeciesPlaces } from './judgement/worlds';
import { answerOf } from '../training/observer';
import { seeded } from '../training/random';
import type { RunRecord } from './record';

export interface Observers {
  taxonomy: Taxonomy;
  traits: Traits;
  thresholds: Thresholds;
  /** How often an answer is not the true one. */
  error: number;
  /** What may be asked: nothing, one question, all. */
  questions: readonly QuestionId[];
  seed: string;
}

/** A case with what came of it without questions, and with them. */
export interface Asked {
  group: string;
  share: number;
  placed: boolean;
  before: Named;
  after: Named;
  /** What was asked, in order, and whether each answer made the name finer. */
  asked: readonly { question: QuestionId; finer: boolean }[];
}

interface Named {
  grain: Grain;
  right: boolean;
}

/** What holds whatever the observer's word weighs: the name without it, and whether there is anything to ask. */
const unasked = new WeakMap<FitCase, { before: Named; open: boolean }>();

/** Runs the questions on a case with an observer who answers by the facts of the true species, and errs. */
export function askAbout(of: FitCase, { taxonomy, traits, thresholds, error, questions, seed }: Observers): Asked {
  const context: VerdictContext = { taxonomy, traits, thresholds };
  const nameOf = (ledger: Ledger): Named => {
    const { grain, taxon } = decideVerdict(ledger, context);
    return { grain, right: taxon !== null && of.truth !== null && taxonomy.contains(taxon, of.truth) };
  };
  let known = unasked.get(of);
  if (!known) {
    const before = nameOf(of.ledger);
    const open =
      before.grain !== 'species' && inquire(of.ledger, context)?.gains.some(({ piece }) => isQuestion(piece));
    known = { before, open: open === true };
    unasked.set(of, known);
  }
  const { before, open } = known;
  const random = seeded(`${seed} ${of.group} ${of.placed} ${of.ledger.length} ${error}`);
  const asked: Asked['asked'][number][] = [];
  let ledger = of.ledger;
  let after = before;
  for (;;) {
    const question = open ? (inquire(ledger, context, questions)?.question ?? null) : null;
    if (!question) return { group: of.group, share: of.share, placed: of.placed, before, after, asked };
    const said = of.truth === null ? 'unknown' : answerOf(of.truth, question, { taxonomy, traits, error, random });
    const id = Math.max(0, ...ledger.map((entry) => entry.id)) + 1;
    const entry: Evidence = { kind: 'answer', id, question, said, from: 'question' };
    ledger = [...ledger, entry];
    const now = nameOf(ledger);
    asked.push({ question, finer: isFiner(now.grain, after.grain) });
    after = now;
  }
}

export interface Effect {
  items: number;
  /** Shares of all items. */
  before: Record<'right' | 'wrong' | 'wrongCoarser', number>;
  after: Record<'right' | 'wrong' | 'wrongCoarser', number>;
  /** Of right and of wrong species, with 95 % intervals over resampled photos. */
  gain: Difference;
  harm: Difference;
  /** Share of the items in which something was asked, and questions an item in which something was. */
  asked: number;
  questions: number;
  each: Record<QuestionId, { asked: number; finer: number }>;
}

export function effectOf(cases: readonly Asked[]): Effect {
  const groups = new Map<string, Asked[]>();
  for (const one of cases) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  const items = [...groups.values()];
  const total = (sample: readonly (readonly Asked[])[], of: (one: Asked) => number): number =>
    sample.reduce((sum, group) => sum + group.reduce((all, one) => all + one.share * of(one), 0), 0);
  const weight = total(items, () => 1);
  const rate = (of: (one: Asked) => number): number => total(items, of) / weight;
  const right = ({ grain, right: is }: Named): number => Number(grain === 'species' && is);
  const wrong = ({ grain, right: is }: Named): number => Number(grain === 'species' && !is);
  const coarser = ({ grain, right: is }: Named): number => Number((grain === 'genus' || grain === 'family') && !is);
  const rates = (of: (one: Asked) => Named): Effect['before'] => ({
    right: rate((one) => right(of(one))),
    wrong: rate((one) => wrong(of(one))),
    wrongCoarser: rate((one) => coarser(of(one))),
  });
  const difference = (of: (named: Named) => number): Difference =>
    bootstrap(items, (sample) => total(sample, (one) => of(one.after) - of(one.before)) / total(sample, () => 1));
  const times = (question: QuestionId, counts: (one: Asked['asked'][number]) => boolean): number =>
    rate(({ asked }) => asked.filter((one) => one.question === question && counts(one)).length);
  const each = Object.fromEntries(
    QUESTIONS.map((question) => [
      question,
      { asked: times(question, () => true), finer: times(question, ({ finer }) => finer) },
    ]),
  ) as Effect['each'];
  const asked = rate((one) => Number(one.asked.length > 0));
  return {
    items: items.length,
    before: rates(({ before }) => before),
    after: rates(({ after }) => after),
    gain: difference(right),
    harm: difference(wrong),
    asked,
    questions: asked === 0 ? 0 : rate((one) => one.asked.length) / asked,
    each,
  };
}

/** Observers as they are taken to be, and as they must do no harm. */
export const ERRORS = { usual: 0.15, careless: 0.4 } as const;

const TRUSTS = [1, 0.7];
const CAUTIONS = [0, 0.3, 0.6];

/**
 * The weight of the observer's word: of those with which no more species are wrong than without questions, and with careless
 * observers no more than the risk allows, the one that names most.
 */
export function fitObserver(
  cases: readonly FitCase[],
  observers: Omit<Observers, 'error' | 'questions'>,
  risk: number,
): { weight: ObserverWeight; tried: { weight: ObserverWeight; usual: Effect; careless: Effect; safe: boolean }[] } {
  const tried = TRUSTS.flatMap((trust) =>
    CAUTIONS.map((caution) => {
      const weight = { ...observers.thresholds.observer, trust, caution };
      const thresholds = { ...observers.thresholds, observer: weight };
      const run = (error: number): Effect =>
        effectOf(cases.map((one) => askAbout(one, { ...observers, thresholds, error, questions: QUESTIONS })));
      const [usual, careless] = [run(ERRORS.usual), run(ERRORS.careless)];
      const safe =
        usual.after.wrong <= usual.before.wrong && careless.after.wrong <= Math.max(risk, careless.before.wrong);
      return { weight, usual, careless, safe };
    }),
  );
  const best = tried.filter(({ safe }) => safe).sort((a, b) => b.usual.after.right - a.usual.after.right)[0];
  return { weight: (best ?? tried.at(-1)!).weight, tried };
}

/** What a place, and another photo of the same bird, leave of the odds against the true species: the middle of all photos. */
export function measureLeft(
  photos: readonly { record: RunRecord; truth: TaxonId | null }[],
  placesOf: (truth: TaxonId | null) => SpeciesPlaces,
  model: PhotoModel,
  context: VerdictContext,
): { place: number; photo: number } {
  const nothing = new Set<string>();
  const odds = (ledger: Ledger, truth: TaxonId): number => {
    const { probability } = decideAbout(ledger, truth, context);
    return (1 - probability) / Math.max(probability, 1e-6);
  };
  const place: number[] = [];
  const photo: number[] = [];
  for (const { record, truth } of photos) {
    if (truth === null) continue;
    const alone = ledgerInWorld(record, { local: null, hidden: nothing }, model);
    const before = odds(alone, truth);
    // What is certain, or not among the candidates, is nothing to tell apart.
    if (before < 0.1 || before > 20) continue;
    const [local = null] = placesOf(truth).own;
    if (local) place.push(odds(ledgerInWorld(record, { local, hidden: nothing }, model), truth) / before);
    const other = photos.find((one) => one.truth === truth && one.record !== record);
    if (other) {
      const second = asSecondPhoto(ledgerInWorld(other.record, { local: null, hidden: nothing }, model), alone.length);
      photo.push(odds([...alone, ...second], truth) / before);
    }
  }
  return { place: middleOf(place), photo: middleOf(photo) };
}

function asSecondPhoto(ledger: Ledger, after: number): Evidence[] {
  const text = JSON.stringify(ledger).replaceAll('"photo-1', '"photo-2');
  return (JSON.parse(text) as Evidence[]).map((entry, at) => ({ ...entry, id: after + at + 1 }));
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
