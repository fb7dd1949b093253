import type { ToolPayload } from './tools/schemas';

/**
 * When the blueprint looks at a bird a second time, and how wide. On 240 photos, margins from 0.1 to 0.5 and factors from 1.5
 * to 4 differed by at most two verdicts (2026-11-17).
 */
export const SECOND_LOOK = {
  /** A first look at least this sure needs no second one. */
  sure: 0.9,
  /** A first look less sure than this will not be saved by a second one of the same photo. */
  hopeless: 0.15,
  /** Around the bird, as a share of its size, where nothing is wrong with the picture. */
  margin: 0.3,
  /** How many times a bird that is small in its photo is enlarged. */
  factor: 2,
};

type Reason = ToolPayload<'quality_gate'>['reasons'][number];

/** What is wrong with a picture and what could help, in the order in which it is tried. */
const REMEDIES: readonly { by: 'brightness' | 'contrast' | 'sharpen' | 'zoom'; against: readonly Reason[] }[] = [
  { by: 'brightness', against: ['dark', 'bright'] },
  { by: 'contrast', against: ['flat_contrast', 'shadows_clipped', 'highlights_clipped'] },
  { by: 'sharpen', against: ['soft'] },
  { by: 'zoom', against: ['bird_small'] },
];

/** Everything that could help against these, the best first; nothing where the picture is fine. */
export function remediesAgainst(reasons: readonly Reason[]): (typeof REMEDIES)[number]['by'][] {
  return REMEDIES.filter(({ against }) => against.some((reason) => reasons.includes(reason))).map(({ by }) => by);
}

export function wantsSecondLook(best: number, grade: ToolPayload<'quality_gate'>['grade'] | null): boolean {
  return best >= SECOND_LOOK.hopeless && (grade === 'marginal' || best < SECOND_LOOK.sure);
}
