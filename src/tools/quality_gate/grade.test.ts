import { describe, expect, test } from 'vitest';
import { CHECKS, gradeQuality } from './grade';
import { QUALITY_REASONS, type QualityReason } from '../../domain/tools/quality_gate';

const GOOD = {
  birdPixels: 300,
  sharpness: 0.8,
  exposure: 0.45,
  contrast: 0.2,
  shadowsClipped: 0,
  highlightsClipped: 0,
};
type Figures = typeof GOOD;

function grade(changes: Partial<Figures>) {
  const { birdPixels, ...statistics } = { ...GOOD, ...changes };
  return gradeQuality(statistics, birdPixels);
}

/** Just on the good side of a limit. */
const NUDGE = 1e-6;

/** Each check: the figure it looks at, its limit, and on which side of it the trouble lies. */
const LIMITS: [grade: 'fail' | 'marginal', reason: QualityReason, figure: keyof Figures, 'below' | 'above', number][] =
  [
    ['fail', 'bird_tiny', 'birdPixels', 'below', 20],
    ['fail', 'blurred', 'sharpness', 'below', 0.02],
    ['fail', 'dark', 'exposure', 'below', 0.02],
    ['fail', 'bright', 'exposure', 'above', 0.98],
    ['fail', 'flat_contrast', 'contrast', 'below', 0.01],
    ['marginal', 'bird_small', 'birdPixels', 'below', 64],
    ['marginal', 'soft', 'sharpness', 'below', 0.12],
    ['marginal', 'dark', 'exposure', 'below', 0.12],
    ['marginal', 'bright', 'exposure', 'above', 0.9],
    ['marginal', 'shadows_clipped', 'shadowsClipped', 'above', 0.4],
    ['marginal', 'highlights_clipped', 'highlightsClipped', 'above', 0.4],
    ['marginal', 'flat_contrast', 'contrast', 'below', 0.05],
  ];

describe('the quality gate', () => {
  test('lets a good photo pass, with no reason against it', () => {
    expect(grade({})).toEqual({ grade: 'pass', reasons: [], ...GOOD });
  });

  test.each(LIMITS)('%s, %s: where %s is %s %d', (expected, reason, figure, side, limit) => {
    const beyond = side === 'below' ? limit - NUDGE : limit + NUDGE;
    const outside = grade({ [figure]: beyond });
    expect(outside.grade).toBe(expected);
    expect(outside.reasons).toContain(reason);
    const atLimit = grade({ [figure]: limit });
    if (expected === 'fail') expect(atLimit.grade).not.toBe('fail');
    else expect(atLimit.grade).toBe('pass');
  });

  test('has a line above for every check, and can give every reason', () => {
    expect(LIMITS.map(([expected, reason]) => [expected, reason])).toEqual(
      CHECKS.map((check) => [check.grade, check.reason]),
    );
    expect(new Set(LIMITS.map(([, reason]) => reason))).toEqual(new Set(QUALITY_REASONS));
  });

  test('names every reason once, and the worst decides', () => {
    const { grade: worst, reasons } = grade({ birdPixels: 10, exposure: 0.01, shadowsClipped: 0.9 });
    expect(worst).toBe('fail');
    expect(reasons).toEqual(['bird_tiny', 'dark', 'bird_small', 'shadows_clipped']);
  });
});
