import type { ToolPayload } from '../schemas';
import type { RecordingMeasures } from './measure';
import type { AudioReason } from './schema';

type Payload = ToolPayload<'audio_quality'>;

interface Check {
  reason: AudioReason;
  /** Null where it is worth saying and takes nothing away. */
  grade: Exclude<Payload['grade'], 'pass'> | null;
  holds: (measures: RecordingMeasures) => boolean;
}

/**
 * The limits; a recording gets the grade of the worst that holds. What it would mean if none or all of them held is in
 * docs/results/sensitivity-field-sound-sound.md.
 */
export const CHECKS: readonly Check[] = [
  { reason: 'too_short', grade: 'fail', holds: (m) => m.seconds < 0.2 },
  { reason: 'silent', grade: 'fail', holds: (m) => m.peakDb < -75 || m.stretches.length === 0 },
  { reason: 'clipped', grade: 'fail', holds: (m) => m.clipping > 0.3 },
  { reason: 'clipped', grade: 'marginal', holds: (m) => m.clipping > 0.005 },
  { reason: 'quiet', grade: 'marginal', holds: (m) => m.levelDb < -60 },
  { reason: 'noisy', grade: 'marginal', holds: (m) => m.snrDb < 6 },
  { reason: 'wind', grade: 'marginal', holds: (m) => m.wind > 0.5 },
  { reason: 'mostly_silence', grade: null, holds: (m) => m.silence > 0.9 },
  { reason: 'hum', grade: null, holds: (m) => m.hum !== null },
  { reason: 'human_voice', grade: null, holds: (m) => m.voice.length > 0 },
];

export function gradeRecording(measures: RecordingMeasures, voiceBy: Payload['voiceBy']): Payload {
  const held = CHECKS.filter((check) => check.holds(measures));
  const grade = held.some((check) => check.grade === 'fail')
    ? 'fail'
    : held.some((check) => check.grade === 'marginal')
      ? 'marginal'
      : 'pass';
  return { grade, reasons: [...new Set(held.map((check) => check.reason))], ...measures, voiceBy };
}
