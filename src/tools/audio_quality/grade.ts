import type { ToolPayload } from '../../domain/tools/schemas';
import { LIMITS, type AudioLimits } from '../../sound/quality/limits';
import type { RecordingMeasures } from '../../sound/quality/measure';
import type { AudioReason } from '../../domain/tools/audio_quality';

type Payload = ToolPayload<'audio_quality'>;

interface Check {
  reason: AudioReason;
  /** Null where it is worth reporting and lowers nothing. */
  grade: Exclude<Payload['grade'], 'pass'> | null;
  holds: (measures: RecordingMeasures, limits: AudioLimits) => boolean;
}

/**
 * A recording gets the grade of the worst that holds.
 */
export const CHECKS: readonly Check[] = [
  { reason: 'too_short', grade: 'fail', holds: (m, { tooShort }) => m.seconds < tooShort },
  { reason: 'silent', grade: 'fail', holds: (m, { silentDb }) => m.peakDb < silentDb || m.stretches.length === 0 },
  { reason: 'clipped', grade: 'fail', holds: (m, { clippedFail }) => m.clipping > clippedFail },
  { reason: 'clipped', grade: 'marginal', holds: (m, { clippedMarginal }) => m.clipping > clippedMarginal },
  { reason: 'quiet', grade: 'marginal', holds: (m, { quietDb }) => m.levelDb < quietDb },
  { reason: 'noisy', grade: 'marginal', holds: (m, { noisyDb }) => m.snrDb < noisyDb },
  { reason: 'wind', grade: 'marginal', holds: (m, { windy }) => m.wind > windy },
  { reason: 'mostly_silence', grade: null, holds: (m, { mostlySilence }) => m.silence > mostlySilence },
  { reason: 'hum', grade: null, holds: (m) => m.hum !== null },
  { reason: 'human_voice', grade: null, holds: (m) => m.voice.length > 0 },
];

export function gradeRecording(
  measures: RecordingMeasures,
  voiceBy: Payload['voiceBy'],
  limits: AudioLimits = LIMITS,
): Payload {
  const held = CHECKS.filter((check) => check.holds(measures, limits));
  const grade = held.some((check) => check.grade === 'fail')
    ? 'fail'
    : held.some((check) => check.grade === 'marginal')
      ? 'marginal'
      : 'pass';
  return { grade, reasons: [...new Set(held.map((check) => check.reason))], ...measures, voiceBy };
}
