import { mergeStretches } from '../../domain/stretches';
import type { Stretch } from '../../domain/observation';
import { LIMITS, type AudioLimits } from './limits';
import { decibels } from './loudness';

/** The pitch of speech, and the range in which its lowest harmonics lie, in Hz. */
const LOWEST_PITCH = 80;
const HIGHEST_PITCH = 320;
const LOW = 80;
const HIGH = 1600;

/** Whether a frame sounds like a voiced syllable: several harmonics of one low pitch, and most of the sound among them. */
export function voicing(power: Float64Array, rate: number, size: number, limits: AudioLimits = LIMITS): boolean {
  const first = Math.round((LOW * size) / rate);
  const last = Math.round((HIGH * size) / rate);
  let total = 0;
  let strongest = first;
  for (let bin = first; bin <= last; bin++) {
    total += power[bin]!;
    if (power[bin]! > power[strongest]!) strongest = bin;
  }
  if (decibels(total) < limits.voiceFaintestDb) return false;
  let above = 0;
  for (let bin = last + 1; bin < power.length; bin++) above += power[bin]!;
  if (above > total) return false;
  const partial = power[strongest - 1]! + power[strongest]! + power[strongest + 1]!;
  if (partial > limits.onePartial * total) return false;
  return periodicity(power, first, last, total, rate, size) >= limits.periodicity;
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

/** Where somebody may be talking, by the signal alone, each with the share of it that is voiced. */
export function voiceStretches(
  cells: readonly VoicedCell[],
  cellSeconds: number,
  { voicedCell, talkPause, shortestTalk, voicedTalk }: AudioLimits = LIMITS,
): (Stretch & { probability: number })[] {
  const voiced = cells.filter((cell) => cell.voiced >= voicedCell);
  const merged = mergeStretches(
    voiced.map(({ from }) => ({ from, to: from + cellSeconds })),
    talkPause,
  );
  return merged.flatMap((stretch) => {
    const inside = voiced.filter(({ from }) => from >= stretch.from && from < stretch.to);
    const voicedSeconds = inside.reduce((sum, cell) => sum + cell.voiced * cellSeconds, 0);
    const probability = Math.min(1, voicedSeconds / (stretch.to - stretch.from));
    return voicedSeconds >= shortestTalk && probability >= voicedTalk ? [{ ...stretch, probability }] : [];
  });
}

type Timed = Stretch & { probability: number };

/** From here on, a model considers a label more likely than not. */
const SURE = 0.5;

/**
 * Of the stretches that sound like a voice, those in which a model hears one too, and those in which it is sure of nothing else: a
 * bird model often has no name for speech, and a voice that stays in a recording does more harm than a call that is silenced.
 */
export function confirmedVoices(
  voice: readonly Timed[],
  others: readonly { kind: string; times: readonly Timed[] }[],
  windows: readonly (Stretch & { candidates: readonly { probability: number }[] })[],
): Timed[] {
  const ofKind = (voices: boolean): Timed[] =>
    others.filter(({ kind }) => (kind === 'human_voice') === voices).flatMap(({ times }) => times);
  const birds = windows.flatMap(({ from, to, candidates }) =>
    candidates.map(({ probability }) => ({ from, to, probability })),
  );
  const notVoices = [...ofKind(false), ...birds].filter(({ probability }) => probability >= SURE);
  return voice.flatMap((stretch) => {
    const inside = (time: Stretch): boolean => time.from < stretch.to && time.to > stretch.from;
    const within = ofKind(true).filter(inside);
    if (within.length === 0) return notVoices.some(inside) ? [] : [stretch];
    return [{ ...stretch, probability: Math.max(...within.map(({ probability }) => probability)) }];
  });
}
