import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chirp } from '../../testing/sounds';
import { wavFile, type WavOptions } from '../../testing/wav';
import { eraseFromWav, eraseStretches } from './erase';
import { openAudio } from './source';
import { decodePcm, encodeWav, readWavLayout, type WavLayout } from './wav';

async function layoutOf(file: Blob): Promise<WavLayout> {
  const read = await readWavLayout(file);
  if (!read?.ok) throw new Error('this file can be read');
  return read.value;
}

async function samplesOf(file: Blob): Promise<Float32Array[]> {
  const opened = await openAudio(file);
  if (!opened.ok) throw new Error(opened.problem.message);
  const whole: number[][] = Array.from({ length: opened.value.channels }, () => []);
  for await (const { channels } of opened.value.pieces(0, opened.value.seconds)) {
    channels.forEach((samples, i) => whole[i]!.push(...samples));
  }
  return whole.map((samples) => Float32Array.from(samples));
}

async function refusal(file: Blob): Promise<string | null> {
  const opened = await openAudio(file);
  return opened.ok ? null : opened.problem.code;
}

const tone = chirp(0.5, 8000);

describe('a WAV file', () => {
  test.each<[NonNullable<WavOptions['encoding']>, number]>([
    ['u8', 1 / 64],
    ['s16', 1 / 16_000],
    ['s24', 1 / 8_000_000],
    ['s32', 1 / 8_000_000],
    ['f32', 0],
    ['f64', 0],
  ])('of %s samples gives back what was written', async (encoding, error) => {
    const [left, right] = await samplesOf(wavFile([tone, tone.map((sample) => -sample)], { rate: 8000, encoding }));
    tone.forEach((sample, i) => {
      expect(Math.abs(left![i]! - sample)).toBeLessThanOrEqual(error);
      expect(Math.abs(right![i]! + sample)).toBeLessThanOrEqual(error);
    });
  });

  test.each([8000, 11_025, 22_050, 44_100, 48_000, 96_000])('at %d Hz lasts as long as it should', async (rate) => {
    const opened = await openAudio(wavFile([chirp(0.5, rate)], { rate }));
    expect(opened).toMatchObject({ ok: true, value: { sampleRate: rate, channels: 1, warnings: [] } });
    if (opened.ok) expect(opened.value.seconds).toBeCloseTo(0.5, 3);
  });

  test('may carry other chunks before its samples', async () => {
    const [mono] = await samplesOf(wavFile([tone], { rate: 8000, encoding: 'f32', before: 1001 }));
    expect(mono).toEqual(tone);
  });

  test('that never learnt its own length ends where the file ends', async () => {
    for (const dataSize of [0, 0xffffffff]) {
      const layout = await layoutOf(wavFile([tone], { rate: 8000, dataSize }));
      expect(layout).toMatchObject({ frames: tone.length, warnings: [] });
    }
  });

  test('cut short is used as far as it goes, and says so', async () => {
    const whole = wavFile([tone], { rate: 8000 });
    const layout = await layoutOf(whole.slice(0, whole.size - 1001));
    expect(layout).toMatchObject({ frames: tone.length - 501, warnings: ['cut_short'] });
  });

  test('whose header contradicts itself is used, and says so', async () => {
    const layout = await layoutOf(wavFile([tone], { rate: 8000, byteRate: 12_345 }));
    expect(layout.warnings).toEqual(['header_contradicts_itself']);
  });

  test.each([
    ['no samples a second', wavFile([tone], { rate: 0 }), 'wrong_header'],
    ['four billion samples a second', wavFile([tone], { rate: 4_000_000_000 }), 'wrong_header'],
    ['no channels', wavFile([tone], { rate: 8000, channels: 0 }), 'wrong_header'],
    ['nothing after its header', wavFile([new Float32Array(0)], { rate: 8000 }), 'no_sound'],
    ['only a beginning of a header', wavFile([tone], { rate: 8000 }).slice(0, 18), 'damaged_audio'],
    ['a header that is cut off', wavFile([tone], { rate: 8000 }).slice(0, 20), 'damaged_audio'],
    ['a header that ends before the samples', wavFile([tone], { rate: 8000 }).slice(0, 36), 'no_sound'],
    ['ten milliseconds of sound', wavFile([chirp(0.01, 8000)], { rate: 8000 }), 'too_short'],
    ['no bytes', new Blob([]), 'empty_file'],
  ] as const)('with %s is refused by name', async (_what, file, code) => {
    expect(await refusal(file)).toBe(code);
  });

  test('with numbers that are none is silent there', () => {
    const bytes = Float32Array.of(NaN, Infinity, 0.5).buffer;
    const layout: WavLayout = { sampleRate: 8000, channels: 1, encoding: 'f32', start: 0, frames: 3, warnings: [] };
    expect([...decodePcm(new DataView(bytes), layout)[0]!]).toEqual([0, 0, 0.5]);
  });

  test('of any bytes is read or refused, never a crash', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const start = new TextEncoder().encode('RIFF....WAVEfmt ');
        const opened = await openAudio(new Blob([start, Uint8Array.from(bytes)]));
        expect(typeof opened.ok).toBe('boolean');
      }),
    );
  });
});

describe('erasing', () => {
  const rate = 8000;

  test('leaves silence in the stretches and everything else as it was', async () => {
    const file = encodeWav([tone, tone], rate);
    const stretches = [
      { from: 0.1, to: 0.2 },
      { from: 0.3, to: 0.35 },
    ];
    const before = await samplesOf(file);
    const after = await samplesOf(eraseFromWav(file, await layoutOf(file), stretches));
    const erased = (i: number): boolean => stretches.some(({ from, to }) => i / rate >= from && i / rate < to);
    after.forEach((samples, channel) => {
      samples.forEach((sample, i) => expect(sample).toBe(erased(i) ? 0 : before[channel]![i]));
    });
  });

  test('knows the middle of 8-bit files', async () => {
    const file = wavFile([tone], { rate, encoding: 'u8' });
    const [erased] = await samplesOf(eraseFromWav(file, await layoutOf(file), [{ from: 0, to: 1 }]));
    expect(new Set(erased)).toEqual(new Set([0]));
  });

  test('makes a WAV file of whatever the recording was', async () => {
    const source = {
      seconds: 0.5,
      sampleRate: rate,
      channels: 1,
      warnings: [],
      *pieces() {
        yield { at: 0, channels: [tone.subarray(0, 1000)] };
        yield { at: 1000 / rate, channels: [tone.subarray(1000)] };
      },
    };
    const file = await eraseStretches(new Blob(['not a WAV file']), source as never, [{ from: 0.25, to: 0.5 }]);
    const [samples] = await samplesOf(file);
    expect(samples!.subarray(0, 2000).some((sample) => sample !== 0)).toBe(true);
    expect(samples!.subarray(2000).every((sample) => sample === 0)).toBe(true);
  });
});
