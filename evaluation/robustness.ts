import { upperBound } from '../src/domain/binomial';
import type { Damage } from './degrade';
import { percent } from './html/markup';
import { linePlot, ticksTo, type Axes, type Series } from './html/plots';
import type { Tally } from './tally';

/** The damage, step by step; degrade.ts says what the numbers mean. */
const STEPS: Record<'image' | 'sound', readonly (readonly [Damage, readonly number[]])[]> = {
  image: [
    ['blur', [2, 4, 8]],
    ['darken', [1, 2, 3]],
    ['shrink', [320, 160, 80]],
    ['jpeg', [30, 10, 5]],
    ['noise', [10, 25, 50]],
  ],
  sound: [
    ['hiss', [20, 10, 0]],
    ['speech', [20, 10, 0]],
    ['quieter', [20, 40, 60]],
    ['cut', [3, 1, 0.3]],
  ],
};

export function damagesOf(modality: 'image' | 'sound'): { kind: Damage; strength: number }[] {
  return STEPS[modality].flatMap(([kind, strengths]) => strengths.map((strength) => ({ kind, strength })));
}

/** The figures of the same items at one strength of one damage; `null` is the files as they are. */
export interface DamagedRun {
  damage: { kind: Damage; strength: number } | null;
  tally: Tally;
}

const STYLES: readonly Series['style'][] = ['system', 'baseline', 'third', 'fourth', 'fifth'];

/**
 * Two plots, from the files as they are to the worst: what is solved, by damage; and what gets a wrong species, all damages of
 * one strength together with the bound on it, because a single line would depend on one or two items. The stated risk beside it.
 */
export function robustnessPlots(
  runs: readonly DamagedRun[],
  stated: number | null = null,
): { solved: string; wrong: string } {
  const axes = (title: string, description: string, ticks: readonly number[]): Axes => ({
    ...{ title, description },
    x: { label: 'strength of the damage', ticks: STRENGTHS, format: String },
    y: { label: 'share of items', ticks, format: (share) => `${Math.round(share * 1000) / 10} %` },
  });
  const solved = axes(
    'Solved, as files get worse',
    'Each line is a damage, from the files as they are to the third strength.',
    [0, 0.25, 0.5, 0.75, 1],
  );
  const together = STRENGTHS.flatMap((step) => {
    const of = runs.filter(({ damage }) => stepOf(damage) === step);
    const [hits, n] = [sum(of.map(({ tally }) => tally.overclaim.hits)), sum(of.map(({ tally }) => tally.n))];
    return n === 0 ? [] : [{ step, rate: hits / n, upper: upperBound(hits, n) }];
  });
  const wrong = axes(
    'Wrong species, as files get worse',
    together.map(({ step, rate, upper }) => `Strength ${step}: ${percent(rate)}, at most ${percent(upper)}.`).join(' '),
    ticksTo(Math.max(0.02, stated ?? 0, ...together.map(({ upper }) => upper))),
  );
  const risk: Series[] =
    stated === null
      ? []
      : [
          {
            ...{ name: `stated risk, ${percent(stated)}`, style: 'third' as const },
            points: [
              [0, stated],
              [STRENGTHS.at(-1)!, stated],
            ],
          },
        ];
  return {
    solved: linePlot(
      solved,
      seriesOf(runs, ({ solve }) => solve.rate),
    ),
    wrong: linePlot(wrong, [
      {
        ...{ name: 'all damages', style: 'system', dots: true },
        points: together.map(({ step, rate }) => [step, rate] as const),
      },
      {
        ...{ name: '95 % bound', style: 'baseline', dots: true },
        points: together.map(({ step, upper }) => [step, upper] as const),
      },
      ...risk,
    ]),
  };
}

/** From the files as they are to the worst. */
const STRENGTHS = [0, 1, 2, 3] as const;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function seriesOf(runs: readonly DamagedRun[], read: (tally: Tally) => number): Series[] {
  const clean = runs.filter(({ damage }) => damage === null);
  const kinds = [...new Set(runs.flatMap(({ damage }) => damage?.kind ?? []))];
  return kinds.map((name, at) => {
    const worse = runs.filter(({ damage }) => damage?.kind === name);
    const points = [...clean, ...worse].map(({ damage, tally }) => [stepOf(damage), read(tally)] as const);
    return { name, style: STYLES[at % STYLES.length]!, points, dots: true };
  });
}

function stepOf(damage: DamagedRun['damage']): number {
  if (!damage) return 0;
  const strengths = [...STEPS.image, ...STEPS.sound].find(([kind]) => kind === damage.kind)?.[1] ?? [];
  return strengths.indexOf(damage.strength) + 1;
}

export function describeRobustness(
  runs: readonly DamagedRun[],
  title: { pack: string; set: string; modality: 'image' | 'sound'; command: string; today: string },
): string {
  const { pack, set, modality, command, today } = title;
  const rows = runs.map(({ damage, tally: { n, solve, overclaim, precision, wrongCoarser, abstain } }) => {
    const name = damage ? `${damage.kind}:${damage.strength}` : 'as they are';
    const wrong = `${overclaim.hits} (at most ${percent(overclaim.upper)})`;
    return `| ${name} | ${n} | ${percent(solve.rate)} | ${wrong} | ${precision.hits} | ${wrongCoarser.hits} | ${abstain.hits} |`;
  });
  const worse = runs.filter(({ damage }) => damage !== null);
  const wrong = sum(worse.map(({ tally }) => tally.overclaim.hits));
  const all = sum(worse.map(({ tally }) => tally.n));
  return `# ${pack} on ${set}, as ${modality === 'image' ? 'photos' : 'recordings'} get worse

\`${command}\`, ${today}. The same items each time, with a place from their range; what the strengths mean:
[evaluation](../evaluation.md). Over all damaged runs ${wrong} of ${all} verdicts name a wrong
species (${percent(wrong / Math.max(all, 1))}, at most ${percent(upperBound(wrong, Math.max(all, 1)))} if they were independent).

| | items | solved | wrong species | right species | wrong genus or family | not enough |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

![Solved](robustness-${pack}-${modality}-solved.svg) ![Wrong species](robustness-${pack}-${modality}-wrong.svg)
`;
}
