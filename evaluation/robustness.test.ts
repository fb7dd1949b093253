import { expect, test } from 'vitest';
import { describeRobustness, robustnessPlots, type DamagedRun } from './robustness';
import { tally } from './tally';

const run = (damage: DamagedRun['damage']): DamagedRun => ({ damage, tally: tally([]) });
const runs = [
  run(null),
  run({ kind: 'blur', strength: 2 }),
  run({ kind: 'blur', strength: 4 }),
  run({ kind: 'jpeg', strength: 30 }),
];

test('every damage is a line of its own that begins with the files as they are', () => {
  const { solved } = robustnessPlots(runs);
  const lines = [...solved.matchAll(/<polyline[^>]*points="([^"]*)"/g)].map(([, points]) => points!.split(' ').length);
  expect(lines).toEqual([3, 2]);
});

test('a strength keeps its place on the line where a weaker one is missing', () => {
  const cut = robustnessPlots([run(null), run({ kind: 'blur', strength: 8 })]).solved;
  const whole = robustnessPlots([run(null), run({ kind: 'jpeg', strength: 5 })]).solved;
  const ends = (svg: string) => /points="[^"]* (\d+\.\d),/.exec(svg)?.[1];
  expect(ends(cut)).toBe(ends(whole));
  expect(Number(ends(cut))).toBeGreaterThan(300);
});

test('the table says for each strength what came of it', () => {
  const title = { pack: 'kit', set: 'media', modality: 'image', command: 'x', today: '2026-11-16' } as const;
  const text = describeRobustness(runs, title);
  for (const name of ['as they are', 'blur:2', 'blur:4', 'jpeg:30']) expect(text).toContain(`| ${name} |`);
});

test('no line runs through the names of the lines', () => {
  const { solved } = robustnessPlots(runs);
  const lowest = Math.max(...[...solved.matchAll(/<circle[^>]*cy="([\d.]+)"/g)].map(([, y]) => Number(y)));
  const names = [...solved.matchAll(/<text x="[\d.]+" y="([\d.]+)">(?:blur|jpeg)</g)].map(([, y]) => Number(y));
  expect(names).toHaveLength(2);
  expect(Math.min(...names)).toBeGreaterThan(lowest + 10);
});

test('wrong species are plotted with all damages of one strength together, under their bound and beside the stated risk', () => {
  const wrongOnes = (damage: DamagedRun['damage'], hits: number): DamagedRun => {
    const { tally: none } = run(damage);
    return { damage, tally: { ...none, n: 50, overclaim: { ...none.overclaim, hits } } };
  };
  const { wrong } = robustnessPlots(
    [wrongOnes(null, 0), wrongOnes({ kind: 'blur', strength: 2 }, 1), wrongOnes({ kind: 'jpeg', strength: 30 }, 0)],
    0.01,
  );
  // One of the hundred at the first strength: by hand, 1 % and at most 4.7 % (Clopper-Pearson).
  expect(wrong).toContain('Strength 0: 0.0 %, at most 5.8 %. Strength 1: 1.0 %, at most 4.7 %.');
  expect(wrong).toContain('stated risk, 1.0 %');
  const lines = [...wrong.matchAll(/<polyline[^>]*points="([^"]*)"/g)].map(([, points]) => points!.split(' '));
  expect(lines.map(({ length }) => length)).toEqual([2, 2, 2]);
  const [rate, , risk] = lines.map((points) => Number(points.at(-1)!.split(',')[1]));
  expect(rate).toBe(risk);
});
