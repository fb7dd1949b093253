import type { ToolPayload } from '../../domain/tools/schemas';
import type { PixelStatistics } from '../../vision/pixel-statistics';
import type { QualityReason } from '../../domain/tools/quality_gate';

type Grade = ToolPayload<'quality_gate'>['grade'];

interface Check {
  reason: QualityReason;
  grade: Exclude<Grade, 'pass'>;
  measure: keyof PixelStatistics | 'birdPixels';
  /** Holds under the limit, or over it. */
  limit: { under: number } | { over: number };
}

/**
 * The limits, strictest first; a photo gets the grade of the worst check that holds. All but one of 232 good photos pass
 * (their sharpness starts at 0.24, exposure at 0.26, contrast at 0.10), so they catch only the worst.
 */
export const CHECKS: readonly Check[] = [
  { reason: 'bird_tiny', grade: 'fail', measure: 'birdPixels', limit: { under: 20 } },
  { reason: 'blurred', grade: 'fail', measure: 'sharpness', limit: { under: 0.02 } },
  { reason: 'dark', grade: 'fail', measure: 'exposure', limit: { under: 0.02 } },
  { reason: 'bright', grade: 'fail', measure: 'exposure', limit: { over: 0.98 } },
  { reason: 'flat_contrast', grade: 'fail', measure: 'contrast', limit: { under: 0.01 } },
  { reason: 'bird_small', grade: 'marginal', measure: 'birdPixels', limit: { under: 64 } },
  { reason: 'soft', grade: 'marginal', measure: 'sharpness', limit: { under: 0.12 } },
  { reason: 'dark', grade: 'marginal', measure: 'exposure', limit: { under: 0.12 } },
  { reason: 'bright', grade: 'marginal', measure: 'exposure', limit: { over: 0.9 } },
  { reason: 'shadows_clipped', grade: 'marginal', measure: 'shadowsClipped', limit: { over: 0.4 } },
  { reason: 'highlights_clipped', grade: 'marginal', measure: 'highlightsClipped', limit: { over: 0.4 } },
  { reason: 'flat_contrast', grade: 'marginal', measure: 'contrast', limit: { under: 0.05 } },
];

export function gradeQuality(
  statistics: PixelStatistics,
  birdPixels: number,
  checks: readonly Check[] = CHECKS,
): ToolPayload<'quality_gate'> {
  const measured = { ...statistics, birdPixels };
  const held = checks.filter(({ measure, limit }) =>
    'under' in limit ? measured[measure] < limit.under : measured[measure] > limit.over,
  );
  const grade = held.some((check) => check.grade === 'fail') ? 'fail' : held.length > 0 ? 'marginal' : 'pass';
  return { grade, reasons: [...new Set(held.map((check) => check.reason))], ...measured };
}
