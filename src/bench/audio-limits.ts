import { totalSeconds } from '../domain/stretches';
import type { Stretch } from '../domain/observation';
import { gradeRecording } from '../tools/audio_quality/grade';
import { LIMITS, type AudioLimits } from '../tools/audio_quality/limits';
import { RecordingMeter } from '../tools/audio_quality/measure';
import { mean } from './curves';
import { pinkNoise } from './mix';
import { seeded, shuffled, type Random } from './random';

/** The rate of everything here: the one at which recordings are measured. */
export const AUDIO_RATE = 24_000;

/** Sounds whose truth is known, a clip each. */
export interface KnownSounds {
  birds: readonly Float32Array[];
  wind: readonly Float32Array[];
  /** Neither birds nor people nor wind. */
  others: readonly Float32Array[];
  speech: readonly Float32Array[];
}

/** What a limit is for: how much of what is there was found, by how loud it is, and how often something was that is not. */
export interface AudioLimitRow {
  name: keyof AudioLimits;
  value: number;
  used: boolean;
  figures: readonly number[];
}

interface Scene {
  recording: Recording;
  seconds: number;
  /** Where what is looked for is. */
  truth: readonly Stretch[];
}

export interface AudioTrial {
  title: string;
  columns: readonly string[];
  knobs: Partial<Record<keyof AudioLimits, readonly number[]>>;
  measure: (limits: AudioLimits) => number[];
}

/** One limit moved at a time, all others in use. */
export function auditLimits({ knobs, measure }: AudioTrial): AudioLimitRow[] {
  return (Object.keys(knobs) as (keyof AudioLimits)[]).flatMap((name) => {
    const values = [...new Set([...knobs[name]!, LIMITS[name]])].sort((a, b) => a - b);
    return values.map((value) => ({
      ...{ name, value, used: value === LIMITS[name] },
      figures: measure({ ...LIMITS, [name]: value }),
    }));
  });
}

/** What is found of calls, voices, hum, wind and clipping that were put there. */
export function audioTrials(sounds: KnownSounds, seed: number, scenes = 24): AudioTrial[] {
  const random = seeded(seed);
  const draw = <T>(from: readonly T[], count: number): T[] => shuffled(from, random).slice(0, count);
  const many = (make: () => Scene): Scene[] => Array.from({ length: scenes }, make);
  const level = (db: number) => 10 ** (db / 20);
  const calls = [20, 10, 0].map((db) => many(() => callScene(draw(sounds.birds, 2), level(db), random)));
  const talks = [20, 10, 0].map((db) =>
    many(() => talkScene(draw(sounds.birds, 2), draw(sounds.speech, 1)[0]!, db, random)),
  );
  const hums = [-20, -30, -40].map((db) => many(() => humScene(draw(sounds.birds, 2), db, random)));
  const clips = draw(sounds.birds, 4 * scenes);
  const recorded = (of: readonly Float32Array[]) => of.map((samples) => new Recording(samples));
  const [birds, others, wind] = [recorded(clips), recorded(draw(sounds.others, 4 * scenes)), recorded(sounds.wind)];
  const rumbles = recorded(Array.from({ length: scenes }, () => rumble(10, random)));
  const share = (from: readonly Recording[], holds: (graded: Grading) => boolean, limits: AudioLimits) =>
    mean(from.map((one) => Number(holds(one.graded(limits)))));
  const clipped = [6, 12, 24].map((db) => recorded(clips.map((samples) => overdriven(samples, level(db)))));
  return [
    {
      title: 'Calls: what is worth classifying',
      columns: ['found at 20 dB', 'at 10 dB', 'at 0 dB', 'of the rest left out at 10 dB'],
      knobs: {
        standsOutDb: [3, 4.5, 9, 12],
        background: [0.05, 0.1, 0.4, 0.6],
        margin: [0, 0.5, 2],
        songPause: [0, 1, 6],
      },
      measure: (limits) => {
        const found = calls.map((of) =>
          mean(of.map((scene) => overlap(scene.recording.graded(limits).stretches, scene.truth))),
        );
        const rest = mean(calls[1]!.map((scene) => leftOut(scene.recording.graded(limits).stretches, scene)));
        return [...found, rest];
      },
    },
    {
      title: 'Voices',
      columns: ['found at 20 dB', 'at 10 dB', 'at 0 dB', 'birds taken for one', 'other sounds taken for one'],
      knobs: {
        ...{ periodicity: [0.3, 0.4, 0.6, 0.7], onePartial: [0.5, 0.6, 0.8, 0.9], voiceFaintestDb: [-75, -70, -55] },
        ...{
          voicedCell: [1 / 6, 0.5, 2 / 3],
          talkPause: [0.5, 1, 3],
          shortestTalk: [0.25, 0.5, 1.25],
          voicedTalk: [0.1, 0.2, 0.5],
        },
      },
      measure: (limits) => [
        ...talks.map((of) => mean(of.map((scene) => overlap(scene.recording.graded(limits).voice, scene.truth)))),
        share(birds, ({ voice }) => voice.length > 0, limits),
        share(others, ({ voice }) => voice.length > 0, limits),
      ],
    },
    {
      title: 'Hum of the mains',
      columns: ['found at -20 dB', 'at -30 dB', 'at -40 dB', 'birds taken for one', 'other sounds taken for one'],
      knobs: { humStandsOutDb: [3, 6, 12, 15], humFaintestDb: [-90, -60, -50] },
      measure: (limits) => [
        ...hums.map((of) =>
          share(
            of.map(({ recording }) => recording),
            ({ hum }) => hum !== null,
            limits,
          ),
        ),
        share(birds, ({ hum }) => hum !== null, limits),
        share(others, ({ hum }) => hum !== null, limits),
      ],
    },
    {
      title: 'Wind and handling',
      columns: ['rumble found', 'recorded wind found', 'birds taken for it', 'other sounds taken for it'],
      knobs: { windOverMiddleDb: [10, 15, 20, 30], windDb: [-60, -55, -50, -40, -35], windy: [0.1, 0.25, 0.75] },
      measure: (limits) =>
        [rumbles, wind, birds, others].map((of) => share(of, ({ reasons }) => reasons.includes('wind'), limits)),
    },
    {
      title: 'Clipping',
      columns: ['marginal or worse at 6 dB too loud', 'at 12 dB', 'at 24 dB', 'failed at 24 dB', 'birds as they are'],
      knobs: { clippedMarginal: [0.0005, 0.001, 0.01, 0.02], clippedFail: [0.1, 0.2, 0.5] },
      measure: (limits) => [
        ...clipped.map((of) => share(of, ({ reasons }) => reasons.includes('clipped'), limits)),
        share(clipped[2]!, ({ grade }) => grade === 'fail', limits),
        share(birds, ({ reasons }) => reasons.includes('clipped'), limits),
      ],
    },
  ];
}

type Grading = ReturnType<typeof gradeRecording>;

/** A recording that is measured once for all limits that come after its cells. */
class Recording {
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

/** Calls here and there in half a minute of faint noise, this much louder than it. */
function callScene(calls: readonly Float32Array[], over: number, random: Random): Scene {
  const { samples, truth } = callsInNoise(calls, over, random);
  return sceneOf(samples, truth);
}

function sceneOf(samples: Float32Array, truth: readonly Stretch[]): Scene {
  return { recording: new Recording(samples), seconds: samples.length / AUDIO_RATE, truth };
}

function callsInNoise(
  calls: readonly Float32Array[],
  over: number,
  random: Random,
): { samples: Float32Array; truth: Stretch[] } {
  const samples = scaledTo(pinkNoise(30 * AUDIO_RATE, random), 0.003);
  const truth = calls.map((call, index) => {
    const from = 3 + index * 12 + Math.floor(random() * 6);
    const piece = scaledTo(call, 0.003 * over);
    piece.forEach((value, at) => (samples[from * AUDIO_RATE + at]! += value));
    return { from, to: from + piece.length / AUDIO_RATE };
  });
  return { samples, truth };
}

/** Birds one after the other, and somebody who talks over some of it, this much louder or quieter than they are. */
function talkScene(calls: readonly Float32Array[], talk: Float32Array, over: number, random: Random): Scene {
  const { samples } = callsInNoise(calls, 10, random);
  const [from, seconds] = [5 + Math.floor(random() * 15), Math.min(8, talk.length / AUDIO_RATE)];
  const piece = scaledTo(talk.subarray(0, seconds * AUDIO_RATE), 0.003 * 10 ** (over / 20));
  piece.forEach((value, at) => (samples[from * AUDIO_RATE + at]! += value));
  return sceneOf(samples, [{ from, to: from + seconds }]);
}

/** Birds with the mains in the recorder, this much quieter than full scale. */
function humScene(calls: readonly Float32Array[], db: number, random: Random): Scene {
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
function rumble(seconds: number, random: Random): Float32Array {
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

/** At full scale and over it by this factor, cut off there. */
function overdriven(samples: Float32Array, over: number): Float32Array {
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
  return samples.map((value) => Math.max(-1, Math.min(1, (value / peak) * over)));
}

function scaledTo(samples: Float32Array, level: number): Float32Array {
  const rms = Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / Math.max(1, samples.length)) || 1;
  return samples.map((value) => (value / rms) * level);
}

/** Share of the truth that the stretches cover. */
function overlap(found: readonly Stretch[], truth: readonly Stretch[]): number {
  return covered(found, truth) / Math.max(totalSeconds(truth), 1e-9);
}

function leftOut(found: readonly Stretch[], { seconds, truth }: Scene): number {
  const rest = seconds - totalSeconds(truth);
  return 1 - (totalSeconds(found) - covered(found, truth)) / rest;
}

function covered(found: readonly Stretch[], truth: readonly Stretch[]): number {
  const both = (a: Stretch, b: Stretch): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
  return truth.reduce((sum, one) => sum + found.reduce((part, stretch) => part + both(stretch, one), 0), 0);
}

export function describeAudioLimits(
  trials: readonly { trial: AudioTrial; rows: readonly AudioLimitRow[] }[],
  title: { command: string; today: string; counts: Record<keyof KnownSounds, number> },
): string {
  const { command, today, counts } = title;
  const cell = (value: number): string => String(Number(value.toFixed(4)));
  const tables = trials.map(({ trial, rows }) => {
    const lines = rows.map(({ name, value, used, figures }) => {
      const shown = used ? `**${cell(value)}**` : cell(value);
      return `| ${name} | ${shown} | ${figures.map((share) => `${(100 * share).toFixed(0)} %`).join(' | ')} |`;
    });
    const head = ['limit', 'value', ...trial.columns];
    return `## ${trial.title}\n\n| ${head.join(' | ')} |\n| ${head.map(() => '---').join(' | ')} |\n${lines.join('\n')}\n`;
  });
  return `# What other limits of audio_quality would do

\`${command}\`, ${today}. Sounds whose truth is known: ${counts.birds} clips of birds, ${counts.wind} of wind, ${counts.others} of other things and ${counts.speech}
of speech, mixed at known levels and times. One limit moved at a time, all others in use, without a sound model's second opinion on voices;
**bold** is in use. What each limit means: \`src/tools/audio_quality/limits.ts\`.

${tables.join('\n')}`;
}
