import type { ToolPayload } from '../schemas';
import type { PixelStatistics } from './pixels';
import type { QualityReason } from './schema';

type Grade = ToolPayload<'quality_gate'>['grade'];

interface Check {
  reason: QualityReason;
  grade: Exclude<Grade, 'pass'>;
  holds: (statistics: PixelStatistics & { birdPixels: number }) => boolean;
}

/**
 * The limits, strictest first; a photo gets the grade of the worst check that holds. Chosen, not fitted: all but one of
 * 232 good photos pass (their sharpness starts at 0.24, exposure at 0.26, contrast at 0.10), so they catch only the worst.
 */
export const CHECKS: readonly Check[] = [
  { reason: 'bird_tiny', grade: 'fail', holds: (s) => s.birdPixels < 20 },
  { reason: 'blurred', grade: 'fail', holds: (s) => s.sharpness < 0.02 },
  { reason: 'dark', grade: 'fail', holds: (s) => s.exposure < 0.02 },
  { reason: 'bright', grade: 'fail', holds: (s) => s.exposure > 0.98 },
  { reason: 'flat_contrast', grade: 'fail', holds: (s) => s.contrast < 0.01 },
  { reason: 'bird_small', grade: 'marginal', holds: (s) => s.birdPixels < 64 },
  { reason: 'soft', grade: 'marginal', holds: (s) => s.sharpness < 0.12 },
  { reason: 'dark', grade: 'marginal', holds: (s) => s.exposure < 0.12 },
  { reason: 'bright', grade: 'marginal', holds: (s) => s.exposure > 0.9 },
  { reason: 'shadows_clipped', grade: 'marginal', holds: (s) => s.shadowsClipped > 0.4 },
  { reason: 'highlights_clipped', grade: 'marginal', holds: (s) => s.highlightsClipped > 0.4 },
  { reason: 'flat_contrast', grade: 'marginal', holds: (s) => s.contrast < 0.05 },
];

export function gradeQuality(statistics: PixelStatistics, birdPixels: number): ToolPayload<'quality_gate'> {
  const measured = { ...statistics, birdPixels };
  const held = CHECKS.filter((check) => check.holds(measured));
  const grade = held.some((check) => check.grade === 'fail') ? 'fail' : held.length > 0 ? 'marginal' : 'pass';
  return { grade, reasons: [...new Set(held.map((check) => check.reason))], ...measured };
}
