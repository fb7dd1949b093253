import { mergeStretches } from '../../domain/stretches';
import type { Stretch } from '../../domain/observation';

/** The pitch of speech, and the range in which its lowest harmonics lie, in Hz. */
const LOWEST_PITCH = 80;
const HIGHEST_PITCH = 320;
const LOW = 80;
const HIGH = 1600;

/** Chosen on synthetic speech, tones and the test kit's birds: see voice.test.ts. */
const LEAST_PERIODICITY = 0.5;
/** A whistle or a hoot is one partial; a voice has many. */
const MOST_IN_ONE_PARTIAL = 0.7;
/** Below this power (-65 dB) nothing is a voice that anyone could understand. */
const FAINTEST = 3e-7;

/** Whether a frame sounds like a voiced syllable: several harmonics of one low pitch, and most of the sound among them. */
export function voicing(power: Float64Array, rate: number, size: number): boolean {
  const first = Math.round((LOW * size) / rate);
  const last = Math.round((HIGH * size) / rate);
  let total = 0;
  let strongest = first;
  for (let bin = first; bin <= last; bin++) {
    total += power[bin]!;
    if (power[bin]! > power[strongest]!) strongest = bin;
  }
  if (total < FAINTEST) return false;
  let above = 0;
  for (let bin = last + 1; bin < power.length; bin++) above += power[bin]!;
  if (above > total) return false;
  const partial = power[strongest - 1]! + power[strongest]! + power[strongest + 1]!;
  if (partial > MOST_IN_ONE_PARTIAL * total) return false;
  return periodicity(power, first, last, total, rate, size) >= LEAST_PERIODICITY;
}

/** The highest autocorrelation at the lags of a speaking pitch; 1 is a perfect repetition. */
function periodicity(
  power: Float64Array,
  first: number,
  last: number,
  total: number,
  rate: number,
  size: number,
): number {
  let best = 0;
  const STEP = 3;
  for (let lag = Math.floor(rate / HIGHEST_PITCH); lag <= rate / LOWEST_PITCH; lag += STEP) {
    let sum = 0;
    for (let bin = first; bin <= last; bin++) sum += power[bin]! * Math.cos((2 * Math.PI * bin * lag) / size);
    if (sum > best) best = sum;
  }
  return best / total;
}

interface VoicedCell {
  from: number;
  voiced: number;
}

/** Pauses between words and sentences belong to the talk. */
const PAUSE_SECONDS = 1.5;
/** Shorter than this is a click, a knock or a bird. */
const SHORTEST_SECONDS = 0.75;

/** Where somebody may be talking, by the signal alone, each with the share of it that is voiced. */
export function voiceStretches(
  cells: readonly VoicedCell[],
  cellSeconds: number,
): (Stretch & { probability: number })[] {
  const LEAST_VOICED = 1 / 3;
  const voiced = cells.filter((cell) => cell.voiced >= LEAST_VOICED);
  const merged = mergeStretches(
    voiced.map(({ from }) => ({ from, to: from + cellSeconds })),
    PAUSE_SECONDS,
  );
  return merged.flatMap((stretch) => {
    const inside = voiced.filter(({ from }) => from >= stretch.from && from < stretch.to);
    const voicedSeconds = inside.reduce((sum, cell) => sum + cell.voiced * cellSeconds, 0);
    const probability = Math.min(1, voicedSeconds / (stretch.to - stretch.from));
    return voicedSeconds >= SHORTEST_SECONDS && probability >= 0.3 ? [{ ...stretch, probability }] : [];
  });
}

type Timed = Stretch & { probability: number };

/** Of the stretches that sound like a voice, those in which a model hears one, as sure as the model is. */
export function confirmedVoices(
  voice: readonly Timed[],
  others: readonly { kind: string; times: readonly Timed[] }[],
): Timed[] {
  const heard = others.filter(({ kind }) => kind === 'human_voice').flatMap(({ times }) => times);
  return voice.flatMap(({ from, to }) => {
    const within = heard.filter((time) => time.from < to && time.to > from);
    return within.length ? [{ from, to, probability: Math.max(...within.map(({ probability }) => probability)) }] : [];
  });
}
