import { totalSeconds } from '../src/domain/stretches';
import type { Stretch } from '../src/domain/observation';
import { gradeRecording } from '../src/tools/audio_quality/grade';
import type { AudioLimits } from '../src/sound/quality/limits';
import { RecordingMeter } from '../src/sound/quality/measure';
import { pinkNoise } from './mix';
import type { Random } from '../training/random';

/** The rate of everything here: the one at which recordings are measured. */
export const AUDIO_RATE = 24_000;

export interface Scene {
  recording: Recording;
  seconds: number;
  /** Where what is looked for is. */
  truth: readonly Stretch[];
}

export type Grading = ReturnType<typeof gradeRecording>;

/** A recording that is measured once for all limits that come after its cells. */
export class Recording {
  readonly #samples: Float32Array;
  #measured: { frames: string; meter: RecordingMeter } | null = null;

  constructor(samples: Float32Array) {
    this.#samples = samples;
  }

  graded(limits: AudioLimits): Grading {
    const { periodicity, onePartial, voiceFaintestDb } = limits;
    const frames = `${periodicity} ${onePartial} ${voiceFaintestDb}`;
    if (this.#measured?.frames !== frames) {
      const meter = new RecordingMeter(AUDIO_RATE, 0, limits);
      meter.push([this.#samples]);
      this.#measured = { frames, meter };
    }
    return gradeRecording(this.#measured.meter.result(limits), 'signal', limits);
  }
}

/** Calls here and there in half a minute of faint noise, or as long as is said, this much louder than it. */
export function callScene(calls: readonly Float32Array[], over: number, random: Random, seconds = 30): Scene {
  const { samples, truth } = callsInNoise(calls, over, random, seconds);
  return sceneOf(samples, truth);
}

function sceneOf(samples: Float32Array, truth: readonly Stretch[]): Scene {
  return { recording: new Recording(samples), seconds: samples.length / AUDIO_RATE, truth };
}

function callsInNoise(
  calls: readonly Float32Array[],
  over: number,
  random: Random,
  seconds = 30,
): { samples: Float32Array; truth: Stretch[] } {
  const samples = scaledTo(pinkNoise(seconds * AUDIO_RATE, random), 0.003);
  const truth = calls.map((call, index) => {
    const from = 3 + index * 12 + Math.floor(random() * 6);
    const piece = scaledTo(call, 0.003 * over);
    piece.forEach((value, at) => (samples[from * AUDIO_RATE + at]! += value));
    return { from, to: from + piece.length / AUDIO_RATE };
  });
  return { samples, truth };
}

/** Birds one after the other, and somebody who talks over some of it, this much louder or quieter than they are. */
export function talkScene(calls: readonly Float32Array[], talk: Float32Array, over: number, random: Random): Scene {
  const { samples } = callsInNoise(calls, 10, random);
  const [from, seconds] = [5 + Math.floor(random() * 15), Math.min(8, talk.length / AUDIO_RATE)];
  const piece = scaledTo(talk.subarray(0, seconds * AUDIO_RATE), 0.003 * 10 ** (over / 20));
  piece.forEach((value, at) => (samples[from * AUDIO_RATE + at]! += value));
  return sceneOf(samples, [{ from, to: from + seconds }]);
}

/** Birds with the mains in the recorder, this much quieter than full scale. */
export function humScene(calls: readonly Float32Array[], db: number, random: Random): Scene {
  const { samples, truth } = callsInNoise(calls, 10, random);
  const hertz = random() < 0.5 ? 50 : 60;
  const height = 10 ** (db / 20);
  const phases = [1, 2, 3, 4].map(() => 2 * Math.PI * random());
  const mixed = samples.map((value, at) =>
    phases.reduce(
      (sum, phase, k) => sum + (height / (k + 1)) * Math.sin((2 * Math.PI * hertz * (k + 1) * at) / AUDIO_RATE + phase),
      value,
    ),
  );
  return sceneOf(mixed, truth);
}

/** Noise below 100 Hz that swells and fades, over faint hiss: wind on a microphone. */
export function rumble(seconds: number, random: Random): Float32Array {
  const hiss = scaledTo(pinkNoise(seconds * AUDIO_RATE, random), 0.002);
  const pole = Math.exp((-2 * Math.PI * 60) / AUDIO_RATE);
  let [once, twice] = [0, 0];
  const low = Float32Array.from({ length: hiss.length }, (_, at) => {
    once = pole * once + (1 - pole) * (2 * random() - 1);
    twice = pole * twice + (1 - pole) * once;
    return twice * (1 + 0.5 * Math.sin((2 * Math.PI * at) / (3 * AUDIO_RATE)));
  });
  const loud = scaledTo(low, 0.1);
  return hiss.map((value, at) => value + loud[at]!);
}

/** Songs one after the other without a pause, for so long: nothing in it is background. */
export function songScene(calls: readonly Float32Array[], seconds: number, random: Random): Scene {
  const samples = scaledTo(pinkNoise(seconds * AUDIO_RATE, random), 0.003);
  let at = 0;
  for (let turn = 0; at < samples.length; turn++) {
    const call = scaledTo(calls[turn % calls.length]!, 0.03);
    for (let index = 0; index < call.length && at < samples.length; index++) samples[at++]! += call[index]!;
  }
  return sceneOf(samples, [{ from: 0, to: seconds }]);
}

/** Quieter by so many decibels, in the 16 bits of a file. */
export function quieter(samples: Float32Array, db: number): Float32Array {
  return samples.map((value) => Math.round((value / 10 ** (db / 20)) * 32_768) / 32_768);
}

/** What a recorder leaves where nothing sounds: noise up to so many of the 65,536 steps of 16 bits. */
export function emptyRecording(seconds: number, steps: number, random: Random): Float32Array {
  return Float32Array.from({ length: seconds * AUDIO_RATE }, () => Math.round((2 * random() - 1) * steps) / 32_768);
}

/** A call in so many seconds of faint noise. */
export function callWithin(call: Float32Array, seconds: number, random: Random): Float32Array {
  const samples = scaledTo(pinkNoise(Math.max(seconds * AUDIO_RATE, call.length), random), 0.0005);
  const from = Math.floor((samples.length - call.length) / 2);
  scaledTo(call, 0.03).forEach((value, at) => (samples[from + at]! += value));
  return samples;
}

/** At full scale and over it by this factor, cut off there. */
export function overdriven(samples: Float32Array, over: number): Float32Array {
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
  return samples.map((value) => Math.max(-1, Math.min(1, (value / peak) * over)));
}

function scaledTo(samples: Float32Array, level: number): Float32Array {
  const rms = Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / Math.max(1, samples.length)) || 1;
  return samples.map((value) => (value / rms) * level);
}

/** Share of the truth that the stretches cover. */
export function overlap(found: readonly Stretch[], truth: readonly Stretch[]): number {
  return covered(found, truth) / Math.max(totalSeconds(truth), 1e-9);
}

export function leftOut(found: readonly Stretch[], { seconds, truth }: Scene): number {
  const rest = seconds - totalSeconds(truth);
  return 1 - (totalSeconds(found) - covered(found, truth)) / rest;
}

function covered(found: readonly Stretch[], truth: readonly Stretch[]): number {
  const both = (a: Stretch, b: Stretch): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
  return truth.reduce((sum, one) => sum + found.reduce((part, stretch) => part + both(stretch, one), 0), 0);
}
