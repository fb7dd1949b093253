import type { Random } from '../training/random';

/** Noise whose power falls by 3 decibels an octave, as most of what is outdoors does: Kellet's sum of three filters. */
export function pinkNoise(length: number, random: Random): Float32Array {
  let [slow, middle, fast] = [0, 0, 0];
  return Float32Array.from({ length }, () => {
    const white = 2 * random() - 1;
    slow = 0.99765 * slow + 0.099046 * white;
    middle = 0.963 * middle + 0.2965164 * white;
    fast = 0.57 * fast + 1.0526913 * white;
    return slow + middle + fast + 0.1848 * white;
  });
}

/** `added` over the whole of `samples`, again and again from `start` on, weaker than it by this many decibels. Never clips. */
export function mixAt(samples: Float32Array, added: Float32Array, start: number, decibels: number): Float32Array {
  const level = (power(samples) / Math.max(power(added), Number.MIN_VALUE)) ** 0.5 / 10 ** (decibels / 20);
  const mixed = samples.map((value, at) => value + level * added[(start + at) % added.length]!);
  const peak = mixed.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return peak > 1 ? mixed.map((value) => value / peak) : mixed;
}

/** So many samples around the loudest one, all of them inside. */
export function loudestPart(samples: Float32Array, count: number): Float32Array {
  let loudest = 0;
  samples.forEach((value, at) => {
    if (Math.abs(value) > Math.abs(samples[loudest]!)) loudest = at;
  });
  const start = Math.max(0, Math.min(loudest - Math.floor(count / 2), samples.length - count));
  return samples.slice(start, start + count);
}

function power(samples: Float32Array): number {
  return samples.reduce((sum, value) => sum + value * value, 0) / Math.max(1, samples.length);
}
