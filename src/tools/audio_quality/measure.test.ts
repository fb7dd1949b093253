import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { totalSeconds } from '../../domain/stretches';
import { joined, mixed, noise, silence, song, speech, tone } from '../../testing/sounds';
import { CHECKS, gradeRecording } from './grade';
import { RecordingMeter, type RecordingMeasures } from '../../sound/quality/measure';

const RATE = 24_000;

function measure(samples: Float32Array, rate = RATE, piece = 10_007): RecordingMeasures {
  const meter = new RecordingMeter(rate);
  for (let at = 0; at < samples.length; at += piece) meter.push([samples.subarray(at, at + piece)]);
  return meter.result();
}

const grade = (samples: Float32Array, rate = RATE) => gradeRecording(measure(samples, rate), 'signal');

const roundTo16Bits = (sample: number): number => Math.round(sample * 32_768) / 32_768;

const hiss = (seconds: number): Float32Array => noise(seconds, RATE, 0.002);

describe('a recording', () => {
  test('is as loud as its samples', () => {
    const { levelDb, peakDb, seconds } = measure(tone(1000, 2, RATE, 0.5));
    expect(levelDb).toBeCloseTo(20 * Math.log10(0.5 / Math.SQRT2), 1);
    expect(peakDb).toBeCloseTo(20 * Math.log10(0.5), 1);
    expect(seconds).toBe(2);
  });

  test('of a song in a quiet wood passes, and the song stands far out', () => {
    const graded = grade(mixed(joined(hiss(10), hiss(10)), joined(silence(5, RATE), song(10, RATE))));
    expect(graded).toMatchObject({ grade: 'pass', hum: null, voice: [], clipping: 0 });
    expect(graded.snrDb).toBeGreaterThan(20);
  });

  test('of zeros is silent, and nothing in it is worth classifying', () => {
    expect(grade(silence(5, RATE)).grade).toBe('fail');
    expect(grade(silence(5, RATE)).reasons).toContain('silent');
    expect(grade(silence(5, RATE)).stretches).toEqual([]);
  });

  test.each([1, 0.6])('of a square wave at %d of full scale is clipped beyond use', (height) => {
    const square = tone(440, 2, RATE, 1).map((sample) => (sample >= 0 ? height : -height));
    expect(grade(square)).toMatchObject({ grade: 'fail' });
    expect(grade(square).reasons).toContain('clipped');
  });

  test('a little too loud is marginal', () => {
    const loud = tone(500, 2, RATE, 1.02).map((sample) => Math.max(-1, Math.min(1, sample)));
    const { grade: given, clipping } = grade(mixed(loud, hiss(2)).map((sample) => Math.max(-1, Math.min(1, sample))));
    expect(clipping).toBeGreaterThan(0.005);
    expect(given).not.toBe('pass');
  });

  test.each([50, 60] as const)('with the mains at %d Hz in it says so', (hertz) => {
    const mains = mixed(...[1, 2, 3, 4].map((k) => tone(hertz * k, 5, RATE, 0.05 / k)));
    expect(grade(mixed(mains, hiss(5))).hum).toMatchObject({ hertz });
  });

  test('without the mains says nothing of it', () => {
    expect(grade(mixed(song(5, RATE), hiss(5))).hum).toBeNull();
    expect(grade(noise(5, RATE, 0.1)).hum).toBeNull();
  });

  test('in the wind says so', () => {
    const rumble = mixed(...[33, 47, 71, 95].map((hertz) => tone(hertz, 4, RATE, 0.2)));
    const graded = grade(mixed(rumble, hiss(4)));
    expect(graded.wind).toBeGreaterThan(0.9);
    expect(graded.reasons).toContain('wind');
  });

  test('finds somebody talking, and when', () => {
    const talk = joined(silence(4, RATE), speech(5, RATE), silence(4, RATE));
    const { voice } = measure(mixed(talk, hiss(13)));
    expect(voice).toHaveLength(1);
    expect(voice[0]!.from).toBeGreaterThan(3.4);
    expect(voice[0]!.from).toBeLessThan(4.6);
    expect(voice[0]!.to).toBeGreaterThan(8);
    expect(voice[0]!.to).toBeLessThan(9.6);
  });

  test.each([
    ['a song', song(6, RATE)],
    ['a hoot', tone(380, 6, RATE)],
    ['hiss', noise(6, RATE, 0.1)],
    ['a whistle', tone(2000, 6, RATE)],
  ])('does not take %s for a voice', (_what, samples) => {
    expect(measure(mixed(samples, hiss(6))).voice).toEqual([]);
  });

  test('leaves out long pauses, and keeps what is around a call', () => {
    const calls = joined(hiss(30), mixed(song(2, RATE), hiss(2)), hiss(30));
    const { stretches } = measure(calls);
    expect(stretches).toHaveLength(1);
    expect(stretches[0]!.from).toBeLessThanOrEqual(29.5);
    expect(stretches[0]!.to).toBeGreaterThanOrEqual(32.5);
    expect(totalSeconds(stretches)).toBeLessThan(8);
  });

  test('begins and ends where it is no longer empty, a second before its first sound at most', () => {
    const faint = (seconds: number): Float32Array => noise(seconds, RATE, 5e-5).map((sample) => roundTo16Bits(sample));
    const begins = (...before: Float32Array[]): number => measure(joined(...before, song(4, RATE))).stretches[0]!.from;
    expect(begins(faint(0.4))).toBeCloseTo(0, 2);
    expect(begins(silence(2, RATE), faint(0.4))).toBeCloseTo(2, 2);
    expect(begins(faint(3))).toBeCloseTo(2, 2);
    const ends = (...after: Float32Array[]): number => measure(joined(song(3.1, RATE), ...after)).stretches[0]!.to;
    expect(ends(faint(0.4))).toBeCloseTo(3.5, 2);
    expect(ends(faint(0.4), silence(2, RATE))).toBeCloseTo(3.5, 2);
    expect(ends(silence(0.2, RATE), faint(0.2))).toBeCloseTo(3.1, 2);
  });

  test('is cut into stretches at whole steps from its beginning, whatever else stands out in it', () => {
    const call = (at: number): Float32Array => joined(silence(at, RATE), song(2, RATE), silence(60 - at, RATE));
    const begins = (samples: Float32Array): number[] =>
      measure(mixed(samples, hiss(62))).stretches.map(({ from }) => Math.round(from * 1000) / 1000);
    expect(begins(call(40))).toEqual([39]);
    expect(begins(mixed(call(11), call(40)))).toEqual([9, 39]);
  });

  test('gives the same figures however it is cut into pieces', () => {
    const samples = mixed(joined(silence(1, RATE), song(3, RATE)), hiss(4));
    expect(measure(samples, RATE, 999)).toEqual(measure(samples, RATE, 50_000));
  });
});

test('silence in any amount around a call changes neither what is worth classifying nor how far it stands out', () => {
  const faint = noise(0.3, RATE, 5e-5);
  const call = joined(faint, mixed(song(4, RATE), hiss(4)), faint);
  const bare = measure(call);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 90_000 }), (before, after) => {
      const padded = measure(joined(new Float32Array(before), call, new Float32Array(after)));
      expect(padded.snrDb).toBeCloseTo(bare.snrDb, 6);
      expect(padded.stretches).toHaveLength(bare.stretches.length);
      padded.stretches.forEach(({ from, to }, i) => {
        expect(from - before / RATE).toBeCloseTo(bare.stretches[i]!.from, 2);
        expect(to - before / RATE).toBeCloseTo(bare.stretches[i]!.to, 2);
      });
    }),
    // The example once gave the segment a cell of the silence after it, by the rounding of its seconds.
    { numRuns: 12, examples: [[75_146, 0]] },
  );
});

describe('the limits', () => {
  const good: RecordingMeasures = {
    seconds: 10,
    levelDb: -30,
    peakDb: -6,
    clipping: 0,
    snrDb: 25,
    silence: 0.3,
    hum: null,
    wind: 0,
    voice: [],
    stretches: [{ from: 0, to: 10 }],
  };
  const ROWS: [string, Partial<RecordingMeasures>, 'pass' | 'marginal' | 'fail'][] = [
    ['too_short', { seconds: 0.19 }, 'fail'],
    ['silent', { peakDb: -76 }, 'fail'],
    ['silent', { stretches: [] }, 'fail'],
    ['clipped', { clipping: 0.31 }, 'fail'],
    ['clipped', { clipping: 0.006 }, 'marginal'],
    ['quiet', { levelDb: -61 }, 'marginal'],
    ['noisy', { snrDb: 5.9 }, 'marginal'],
    ['wind', { wind: 0.51 }, 'marginal'],
    ['mostly_silence', { silence: 0.91 }, 'pass'],
    ['hum', { hum: { hertz: 50, db: 12 } }, 'pass'],
    ['human_voice', { voice: [{ from: 0, to: 2, probability: 0.9 }] }, 'pass'],
  ];

  test('let a good recording pass', () => {
    expect(gradeRecording(good, 'signal')).toMatchObject({ grade: 'pass', reasons: [] });
  });

  test.each(ROWS)('%s: %j', (reason, change, expected) => {
    const graded = gradeRecording({ ...good, ...change }, 'signal');
    expect(graded.reasons).toContain(reason);
    expect(graded.grade).toBe(expected);
  });

  test('are all tried here', () => {
    expect(new Set(ROWS.map(([reason]) => reason))).toEqual(new Set(CHECKS.map(({ reason }) => reason)));
  });
});
