import { upperBound } from './binomial';
import type { Damage } from './degrade';
import { linePlot, type Axes, type Series } from './html/plots';
import type { Tally } from './tally';

/** How much worse the files get, step by step; what the numbers mean is said in degrade.ts. */
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

/** Two plots: what is solved, and what gets a wrong species, from the files as they are to the worst of each damage. */
export function robustnessPlots(runs: readonly DamagedRun[]): { solved: string; wrong: string } {
  const plot = (title: string, top: number, read: (tally: Tally) => number): string => {
    const axes: Axes = {
      title,
      description: 'Each line is a damage, from the files as they are to the third strength.',
      x: { label: 'strength of the damage', ticks: [0, 1, 2, 3], format: String },
      y: {
        label: 'share of items',
        ticks: [0, 1, 2, 3, 4].map((step) => (step * top) / 4),
        format: (share) => `${Math.round(share * 1000) / 10} %`,
      },
    };
    return linePlot(axes, seriesOf(runs, read));
  };
  return {
    solved: plot('Solved, as files get worse', 1, ({ solve }) => solve.rate),
    wrong: plot('Wrong species, as files get worse', 0.08, ({ overclaim }) => overclaim.rate),
  };
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
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const rows = runs.map(({ damage, tally: { n, solve, overclaim, precision, wrongCoarser, abstain } }) => {
    const name = damage ? `${damage.kind}:${damage.strength}` : 'as they are';
    const wrong = `${overclaim.hits} (at most ${percent(overclaim.upper)})`;
    return `| ${name} | ${n} | ${percent(solve.rate)} | ${wrong} | ${precision.hits} | ${wrongCoarser.hits} | ${abstain.hits} |`;
  });
  const worse = runs.filter(({ damage }) => damage !== null);
  const wrong = worse.reduce((sum, { tally }) => sum + tally.overclaim.hits, 0);
  const all = worse.reduce((sum, { tally }) => sum + tally.n, 0);
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
