import type { ScoredBox, Size } from '../../../domain/box';
import { logistic } from '../../../domain/numbers';
import type { DetectorFamily } from '../family';
import type { GroundingDinoModel } from './schema';

/**
 * Boxes in pixels of the placed picture. A box is as likely a bird as its best word piece says, the full stop and the
 * markers at both ends included: that is how the published post-processing scores it.
 */
export function decodeTokenBoxes(output: Float32Array, tokens: number, placed: Size, atLeast: number): ScoredBox[] {
  const found: ScoredBox[] = [];
  for (let at = 0; at + 4 + tokens <= output.length; at += 4 + tokens) {
    let best = -Infinity;
    for (let token = 0; token < tokens; token++) best = Math.max(best, output[at + 4 + token]!);
    const score = logistic(best);
    if (!(score >= atLeast)) continue;
    const width = output[at + 2]! * placed.width;
    const height = output[at + 3]! * placed.height;
    if (!(width > 0 && height > 0)) continue;
    const x = output[at]! * placed.width - width / 2;
    const y = output[at + 1]! * placed.height - height / 2;
    found.push({ box: { x, y, width, height }, score });
  }
  return found;
}

export const groundingDino: DetectorFamily<GroundingDinoModel> = {
  beside: (model, { width, height }) => [{ name: model.input.size, data: Float32Array.of(height, width), shape: [2] }],
  decode: (output, model, { placement }, atLeast) => decodeTokenBoxes(output, model.output.tokens, placement, atLeast),
};
