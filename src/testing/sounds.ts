import type { AudioSource } from '../media/sound/source';

/** Sounds made by rule, so that tests need no recording. */

/** Two tones and a sweep; models/dsp/reference.py makes the same. */
export function chirp(seconds: number, rate: number): Float32Array {
  return Float32Array.from({ length: Math.floor(seconds * rate) }, (_, i) => {
    const t = i / rate;
    const sweep = Math.sin(2 * Math.PI * (1000 * t + 2000 * t * t));
    return 0.3 * Math.sin(2 * Math.PI * 440 * t) + 0.2 * Math.sin(2 * Math.PI * 3000 * t) + 0.4 * sweep;
  });
}

export function silence(seconds: number, rate: number): Float32Array {
  return new Float32Array(Math.round(seconds * rate));
}

/** Noise that is the same every time. */
export function noise(seconds: number, rate: number, loudness: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: Math.round(seconds * rate) }, () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return loudness * (state / 2 ** 31 - 1);
  });
}

export function tone(hertz: number, seconds: number, rate: number, loudness = 0.3): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, i) => loudness * Math.sin((2 * Math.PI * hertz * i) / rate),
  );
}

/** Something like a song: short sweeps around 4 kHz, three a second. */
export function song(seconds: number, rate: number, loudness = 0.3): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, i) => {
    const t = i / rate;
    const part = (t * 3) % 1;
    if (part > 0.5) return 0;
    return loudness * Math.sin(Math.PI * 2 * part) * Math.sin(2 * Math.PI * (3500 * t + 300 * Math.sin(9 * t)));
  });
}

/** Something like speech: harmonics of a pitch that wanders, in syllables of a quarter second. */
export function speech(seconds: number, rate: number, loudness = 0.2): Float32Array {
  let phase = 0;
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, i) => {
    const t = i / rate;
    phase += (130 + 25 * Math.sin(2.1 * t)) / rate;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 3 * t));
    let sum = 0;
    for (let k = 1; k <= 12; k++) sum += Math.sin(2 * Math.PI * k * phase) / k;
    return loudness * syllable * sum;
  });
}

export function joined(...parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function mixed(...parts: readonly Float32Array[]): Float32Array {
  return parts[0]!.map((_, i) => parts.reduce((sum, part) => sum + (part[i] ?? 0), 0));
}

/** A recording in memory, given in pieces of this many samples. */
export function sourceOf(samples: Float32Array, sampleRate: number, piece = 7001): AudioSource {
  return {
    seconds: samples.length / sampleRate,
    sampleRate,
    channels: 1,
    warnings: [],
    // eslint-disable-next-line @typescript-eslint/require-await -- a source is asynchronous; this one has nothing to wait for
    async *pieces(from, to) {
      const end = Math.min(samples.length, Math.round(to * sampleRate));
      for (let at = Math.round(from * sampleRate); at < end; at += piece) {
        yield { at: at / sampleRate, channels: [samples.slice(at, Math.min(end, at + piece))] };
      }
    },
  };
}
