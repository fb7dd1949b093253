import { QUESTIONS } from '../src/domain/questions/answers';
import type { FitCase } from './judgement/fit';
import {
  askAbout,
  effectOf,
  ERRORS,
  type Effect,
  type fitObserver,
  type measureLeft,
  type Observers,
} from './questions';

export interface QuestionsContext {
  pack: string;
  set: string;
  command: string;
  today: string;
  left: ReturnType<typeof measureLeft>;
  /** Null where the weight of the observer's word was given. */
  fit: ReturnType<typeof fitObserver> | null;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const points = ({ value, low, high }: Effect['gain']): string => `${signed(value)} (${signed(low)} to ${signed(high)})`;
const signed = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)}`;

/** What questions are worth on cases that their weight was not chosen on, as a page. */
export function describeQuestions(
  cases: readonly FitCase[],
  observers: Omit<Observers, 'error' | 'questions'>,
  { pack, set, command, today, left, fit }: QuestionsContext,
): string {
  const effect = (placed: boolean, error: number, questions = QUESTIONS): Effect =>
    effectOf(
      cases.filter((one) => one.placed === placed).map((one) => askAbout(one, { ...observers, error, questions })),
    );
  const errors = Object.values(ERRORS);
  const both = [true, false].flatMap((placed) => errors.map((error) => ({ placed, error, of: effect(placed, error) })));
  const alone = QUESTIONS.flatMap((question) =>
    [true, false].map((placed) => ({ question, placed, of: effect(placed, ERRORS.usual, [question]) })),
  );
  const { error, trust, caution, before } = observers.thresholds.observer;
  return [
    '# What questions to the observer are worth',
    '',
    `\`${command}\`, ${today}. Looks of ${pack} at ${set}, which its training did not see, each taken to three places and to none, one place in twenty wrong,`,
    'with a third to a half of the labels hidden, as in the calibration. Observers are simulated: what is true is drawn from the facts of the true species as often as',
    'they say, and the answer is another one in 15 % or 40 % of all cases, a neighbouring size rather than a far one. At most two questions; every one is answered.',
    `The figures are of ${both[0]!.of.items} photos; ${fit ? 'the weight of the word was chosen on the others' : 'the weight of the word is the one that the app uses'}.`,
    '',
    '| place | errors | right species without | with questions | gain, points | wrong species without | with questions | more wrong, points | something asked | questions a run that asks |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...both.map(({ placed, error: errs, of }) =>
      row(
        ...[
          placed ? 'known' : 'none',
          percent(errs),
          percent(of.before.right),
          percent(of.after.right),
          points(of.gain),
        ],
        ...[
          percent(of.before.wrong),
          percent(of.after.wrong),
          points(of.harm),
          percent(of.asked),
          of.questions.toFixed(2),
        ],
      ),
    ),
    '',
    'A wrong genus or family, with 15 % errors:',
    ...both
      .filter((one) => one.error === ERRORS.usual)
      .map(
        ({ placed, of }) =>
          `${placed ? 'with a place' : 'without one'} ${percent(of.before.wrongCoarser)} before, ${percent(of.after.wrongCoarser)} after.`,
      ),
    '',
    '## Each question by itself',
    '',
    '15 % errors, and only this question may be asked.',
    '',
    '| question | place | asked | made the name finer, of those asked | gain in right species, points | more wrong, points |',
    '| --- | --- | --- | --- | --- | --- |',
    ...alone.map(({ question, placed, of }) => {
      const { asked, finer } = of.each[question];
      return row(
        ...[question, placed ? 'known' : 'none', percent(asked), asked === 0 ? '—' : percent(finer / asked)],
        ...[points(of.gain), points(of.harm)],
      );
    }),
    '',
    '## The weight of the word',
    '',
    `Errors that are assumed ${percent(error)}, trust ${trust}, caution ${caution}, least before ${before}.`,
    ...(fit ? ['', ...triedRows(fit)] : []),
    '',
    '## What else would help',
    '',
    `In the middle of all photos that are in doubt, a place leaves ${left.place.toFixed(2)} of the odds against the true species, another photo of the same species ${left.photo.toFixed(2)}.`,
    'The month and a sound were not measured.',
    '',
  ].join('\n');
}

function triedRows({ tried, weight }: NonNullable<QuestionsContext['fit']>): string[] {
  return [
    'Tried on the other half; safe is what names no more wrong species than no question, and with 40 % errors no more than 1 % or than no question.',
    '',
    '| trust | caution | right, 15 % | wrong, 15 % | wrong, 40 % | safe |',
    '| --- | --- | --- | --- | --- | --- |',
    ...tried.map((one) =>
      row(
        ...[String(one.weight.trust), String(one.weight.caution), points(one.usual.gain), points(one.usual.harm)],
        ...[points(one.careless.harm), one.safe ? (one.weight === weight ? 'chosen' : 'yes') : 'no'],
      ),
    ),
  ];
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
