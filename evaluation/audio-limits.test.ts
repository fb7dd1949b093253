import { describe, expect, test } from 'vitest';
import { LIMITS, type AudioLimits } from '../src/sound/quality/limits';
import { audioTrials, auditLimits, describeAudioLimits } from './audio-limits';
import { AUDIO_RATE } from './audio-scenes';
import { pinkNoise } from './mix';
import { seeded } from '../training/random';

const SECOND = AUDIO_RATE;
const tone = (seconds: number, hertz: (at: number) => number): Float32Array => {
  let phase = 0;
  return Float32Array.from({ length: seconds * SECOND }, (_, at) => {
    phase += (2 * Math.PI * hertz(at / SECOND)) / SECOND;
    return 0.3 * Math.sin(phase);
  });
};
/** Whistles that rise and fall, as birds' do. */
const birds = [4000, 5200].map((height) => tone(2, (at) => height + 600 * Math.sin(9 * at)));
/** Many harmonics of a low pitch, as a voice's. */
const voice = (pitch: number): Float32Array => {
  const parts = [1, 2, 3, 4, 5, 6, 7, 8].map((k) => tone(6, (at) => k * (pitch + 10 * Math.sin(3 * at))));
  return parts[0]!.map((_, at) => parts.reduce((sum, part) => sum + part[at]! / 8, 0));
};
const random = seeded(1);
const noise = [1, 2].map(() => pinkNoise(5 * SECOND, random).map((value) => 0.01 * value));
const sounds = { birds, wind: noise, others: noise, speech: [voice(120), voice(180)] };
const trials = audioTrials(sounds, 1, 1);
const [calls, voices, hum, wind, clipping, short, tooShort, quiet, noisy, silence] = trials as [
  (typeof trials)[number],
  ...typeof trials,
];
const figures = (trial = calls, limits: Partial<AudioLimits> = {}) => trial.measure({ ...LIMITS, ...limits });

describe('sounds whose truth is known', () => {
  test('calls that stand well out are found, and what is left out is the rest', () => {
    const [loud, , , rest] = figures();
    expect(loud).toBe(1);
    expect(rest).toBeGreaterThan(0.3);
    const [none, , , everything] = figures(calls, { standsOutDb: 200 });
    expect(none).toBe(0);
    expect(everything).toBe(1);
  });

  test('a voice is found over the birds, and neither birds nor noise are taken for one', () => {
    const [loud, , , inBirds, inOthers] = figures(voices);
    expect(loud).toBeGreaterThan(0.8);
    expect([inBirds, inOthers]).toEqual([0, 0]);
    expect(figures(voices, { shortestTalk: 100 })[0]).toBe(0);
  });

  test('the mains are found where they were mixed in and nowhere else', () => {
    expect(figures(hum)).toEqual([1, 1, 1, 0, 0]);
    expect(figures(hum, { humFaintestDb: 0 }).slice(0, 3)).toEqual([0, 0, 0]);
  });

  test('rumble is wind; birds and pink noise are not', () => {
    const [rumble, , inBirds, inOthers] = figures(wind);
    expect([rumble, inBirds, inOthers]).toEqual([1, 0, 0]);
    expect(figures(wind, { windDb: 0 })[0]).toBe(0);
  });

  test('the louder a recording is cut off, the likelier it is called clipped', () => {
    const [slightly, , much, , clean] = figures(clipping);
    expect(much).toBe(1);
    expect(slightly).toBeLessThanOrEqual(much!);
    expect(clean).toBe(0);
    expect(figures(clipping, { clippedMarginal: 1, clippedFail: 1 })[2]).toBe(0);
  });
});

describe('grades of recordings whose make is known', () => {
  test('a recording that is short enough is listened to as a whole, whatever stands out of it', () => {
    const song = (limit: number) => figures(short, { short: limit, standsOutDb: 60 }).slice(0, 4);
    expect(song(60)).toEqual([1, 1, 1, 1]);
    expect(song(15)).toEqual([1, 1, 0, 0]);
    expect(song(0)).toEqual([0, 0, 0, 0]);
    const [, , , , briefWhole, longPart] = figures(short, { short: 15 });
    expect(briefWhole).toBe(0);
    expect(longPart).toBeGreaterThan(0);
  });

  test('what is shorter than the limit is refused, and nothing else', () => {
    expect(figures(tooShort, { tooShort: 0.2 })).toEqual([1, 1, 0, 0, 0]);
    expect(figures(tooShort, { tooShort: 0.6 })).toEqual([1, 1, 1, 1, 0]);
  });

  test('an empty recording is refused; the quieter a bird, the likelier it is called quiet', () => {
    const [empty, , , , , , asItIs, ...quieter] = figures(quiet);
    expect([empty, asItIs]).toEqual([1, 0]);
    expect(quieter).toEqual([...quieter].sort((a, b) => a - b));
    expect(figures(quiet, { silentDb: 0 }).slice(0, 6)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(figures(quiet, { quietDb: -200 }).slice(6)).toEqual([0, 0, 0, 0, 0]);
  });

  test('noise alone is noisy; a bird is more so, the more noise is over it', () => {
    const [asItIs, ...more] = figures(noisy, { noisyDb: 6 });
    expect([asItIs, more.at(-1)]).toEqual([0, 1]);
    expect(more).toEqual([...more].sort((a, b) => a - b));
  });

  test('a call in a long recording is mostly silence', () => {
    const said = figures(silence, { mostlySilence: 0.9 });
    expect([said[0], said[3]]).toEqual([0, 1]);
    expect(figures(silence, { mostlySilence: 1 })).toEqual([0, 0, 0, 0]);
  });
});

describe('limits moved one at a time', () => {
  const trial = {
    title: 'A trial',
    columns: ['found'],
    knobs: { windy: [0.25, 0.75], windDb: [-60] },
    measure: ({ windy, windDb }: AudioLimits) => [windy + windDb],
  };

  test('all others stay in use, and the one in use is among its values and marked', () => {
    const { windy, windDb } = LIMITS;
    const rows = auditLimits(trial).map(({ name, value, used, figures: [sum] }) => [name, value, used, sum]);
    expect(rows).toEqual([
      ['windy', 0.25, false, 0.25 + windDb],
      ['windy', windy, true, windy + windDb],
      ['windy', 0.75, false, 0.75 + windDb],
      ['windDb', -60, false, windy - 60],
      ['windDb', windDb, true, windy + windDb],
    ]);
  });

  test('the page has them in a table, with what is in use in bold', () => {
    const rows = [{ name: 'windy' as const, value: 0.5, used: true, figures: [0.256] }];
    const counts = { birds: 1, wind: 2, others: 3, speech: 4 };
    const text = describeAudioLimits([{ trial, rows }], { command: 'x', today: '2026-11-17', counts });
    expect(text).toContain('## A trial');
    expect(text).toContain('| windy | **0.5** | 26 % |');
  });
});
