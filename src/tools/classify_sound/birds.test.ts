import { describe, expect, test } from 'vitest';
import type { SoundLabel } from '../../packs/labels';
import type { SoundModel } from '../../packs/manifest';
import { likeliestLabels, toLogit } from '../../sound/scores';
import type { WindowScores } from '../../sound/protocol';
import { id, taxonomy } from '../../testing/ledger';
import { hearBirds, type Heard } from './birds';

const GOLDCREST = 'Regulus regulus';
const FIRECREST = 'Regulus ignicapilla';
const GREAT_TIT = 'Parus major';
const BLUE_TIT = 'Cyanistes caeruleus';
const NAMES = [GOLDCREST, FIRECREST, GREAT_TIT, BLUE_TIT];
const LABELS: SoundLabel[] = [...NAMES.map(id), 'human_voice', 'other_animal', 'noise'];

const CALIBRATION: SoundModel['calibration'] = {
  temperature: 1,
  bias: 0,
  fitted: { on: 'a test', n: 1, date: '2026-11-16', ece: null },
};

type Shares = Partial<Record<string, number>>;

/** One window of three seconds after the other, from shares by name. */
function hear(...windows: Shares[]): Heard {
  const scores = windows.map((shares, i): WindowScores => {
    const output = Float32Array.from(LABELS, (label, at) => shares[NAMES[at] ?? (label as string)] ?? 0.001);
    return { from: 3 * i, to: 3 * i + 3, ...likeliestLabels(output, 'sigmoid') };
  });
  return hearBirds(scores, LABELS, CALIBRATION, taxonomy);
}

const named = ({ birds }: Heard) => birds.map(({ taxon }) => taxon);

describe('where a bird of this place sounds like one that does not live here', () => {
  const scores = [{ from: 0, to: 3, ...likeliestLabels(Float32Array.of(0.6, 0.3, 0, 0, 0, 0, 0), 'sigmoid') }];
  const hearAt = (leftHere?: (species: string) => number) =>
    hearBirds(scores, LABELS, CALIBRATION, taxonomy, { leftHere });

  test('it is the candidate, and the probabilities stay those of the sound', () => {
    expect(hearAt().birds.map(({ taxon }) => taxon)).toEqual([id(GOLDCREST)]);
    const { birds } = hearAt((species) => (species === id(GOLDCREST) ? 0.005 : 1));
    expect(birds.map(({ taxon }) => taxon)).toEqual([id(FIRECREST)]);
    expect(birds[0]!.probability).toBeCloseTo(0.3, 3);
    expect(birds[0]!.candidates.map(({ taxon }) => taxon)).toContain(id(GOLDCREST));
  });
});

describe('the birds of a recording', () => {
  test('have their times, touching windows made one, and the probability that their two surest windows give', () => {
    const { birds } = hear({ [GOLDCREST]: 0.7 }, { [GOLDCREST]: 0.9 }, {}, { [GOLDCREST]: 0.5 });
    expect(birds).toHaveLength(1);
    const mean = (Math.log(0.7 / 0.3) + Math.log(0.9 / 0.1)) / 2;
    expect(birds[0]!.probability).toBeCloseTo(1 / (1 + Math.exp(-mean)), 4);
    expect(birds[0]!.times.map(({ from, to }) => [from, to])).toEqual([
      [0, 6],
      [9, 12],
    ]);
  });

  test('that are heard in one window only, of several, are doubted a little', () => {
    const [lone] = hear({ [GOLDCREST]: 0.9 }, {}, {}).birds;
    expect(lone!.probability).toBeCloseTo(1 / (1 + Math.exp(1.4 - Math.log(9))), 3);
    expect(hear({ [GOLDCREST]: 0.9 }).birds[0]!.probability).toBeCloseTo(0.9, 4);
  });

  test('are several where several are heard at different times', () => {
    expect(named(hear({ [GOLDCREST]: 0.9 }, { [GREAT_TIT]: 0.8 }))).toEqual([id(GOLDCREST), id(GREAT_TIT)]);
  });

  test('are several where two are both sure at once', () => {
    const { birds } = hear({ [GOLDCREST]: 0.95, [GREAT_TIT]: 0.9 });
    expect(birds).toHaveLength(2);
    expect(birds[0]!.candidates[0]).toMatchObject({ taxon: id(GOLDCREST) });
    expect(birds[0]!.candidates[0]!.probability).toBeGreaterThan(0.9);
  });

  test('are one with two names where the model wavers between two', () => {
    const { birds } = hear({ [GOLDCREST]: 0.6, [FIRECREST]: 0.5 }, { [GOLDCREST]: 0.7, [FIRECREST]: 0.4 });
    expect(birds.map(({ taxon }) => taxon)).toEqual([id(GOLDCREST)]);
    const [first, second] = birds[0]!.candidates;
    expect(first!.probability + second!.probability).toBeLessThanOrEqual(1 + 1e-6);
    expect(second!.taxon).toBe(id(FIRECREST));
    expect(birds[0]!.genera[0]).toMatchObject({ taxon: 'Regulus' });
    expect(birds[0]!.genera[0]!.probability).toBeCloseTo(first!.probability + second!.probability, 3);
  });

  test('do not count another bird of the recording as their rival', () => {
    const { birds } = hear({ [GOLDCREST]: 0.7, [GREAT_TIT]: 0.6 }, { [GREAT_TIT]: 0.9 });
    const goldcrest = birds.find(({ taxon }) => taxon === id(GOLDCREST))!;
    expect(goldcrest.candidates.some(({ taxon }) => taxon === id(GREAT_TIT))).toBe(false);
  });

  test('share with another animal that the sound may be', () => {
    const { birds } = hear({ [GOLDCREST]: 0.6, other_animal: 0.9 });
    expect(birds[0]!.candidates[0]!.probability).toBeCloseTo(0.6 / 1.5, 1);
  });

  test('are none in a recording of people and machines, which is told instead', () => {
    const heard = hear({ human_voice: 0.95 }, { human_voice: 0.8, noise: 0.7 });
    expect(heard.birds).toEqual([]);
    expect(heard.windows).toEqual([]);
    expect(heard.others.map(({ kind, times }) => [kind, times.length])).toEqual([
      ['human_voice', 1],
      ['noise', 1],
    ]);
  });

  test('come with the likeliest species of every window in which anything was heard', () => {
    const { windows, candidates } = hear({ [GOLDCREST]: 0.9, [BLUE_TIT]: 0.3 }, {});
    expect(windows).toHaveLength(1);
    expect(windows[0]!.candidates.map(({ taxon }) => taxon)).toEqual([id(GOLDCREST), id(BLUE_TIT)]);
    expect(candidates[0]).toMatchObject({ taxon: id(GOLDCREST) });
  });

  test('are calibrated: logit / temperature + bias', () => {
    const output = Float32Array.of(2, -4, -4, -4, -4, -4, -4);
    const scores = [{ from: 0, to: 3, ...likeliestLabels(output, 'logits') }];
    const { birds } = hearBirds(scores, LABELS, { ...CALIBRATION, temperature: 2, bias: 1 }, taxonomy);
    expect(birds[0]!.probability).toBeCloseTo(1 / (1 + Math.exp(-2)), 6);
  });
});

describe('the scores kept of a window', () => {
  test('are the highest, highest first', () => {
    const output = Float32Array.from({ length: 500 }, (_, i) => Math.sin(i * 12.9898));
    const { labels, logits } = likeliestLabels(output, 'logits');
    const sorted = [...output].sort((a, b) => b - a).slice(0, labels.length);
    expect([...logits]).toEqual(sorted);
    labels.forEach((label, i) => expect(output[label]).toBe(logits[i]));
  });

  test('are logits, whatever the model gives', () => {
    expect(toLogit(0.9, 'sigmoid')).toBeCloseTo(Math.log(9), 6);
    expect(toLogit(1.5, 'logits')).toBe(1.5);
    expect(Number.isFinite(toLogit(0, 'probabilities'))).toBe(true);
  });
});
