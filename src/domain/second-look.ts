import type { ToolPayload } from './tools/schemas';

/** How sure a first look is, in the words that a small policy is told. */
export const SECOND_LOOK = { sure: 0.9, hopeless: 0.15 };

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
