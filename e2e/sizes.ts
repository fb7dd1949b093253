import type { test } from './fixtures.ts';

/** The two shapes of screen that every journey through the notebook is walked on. */
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 }, hasTouch: false },
} as const;

/** The tests in `journey`, once on a phone and once on a desktop. */
export function onBothSizes(of: typeof test, journey: () => void): void {
  for (const [size, use] of Object.entries(SIZES)) {
    of.describe(`on a ${size}`, () => {
      of.use(use);
      journey();
    });
  }
}
