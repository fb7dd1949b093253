import type { ScoredBox } from '../../../domain/box';
import type { DetectorFamily } from '../family';
import type { BoxesModel } from './schema';
import { decodeYolox } from './yolox';

/** Reads rows of left, top, right, bottom and score, as detectors that decode inside their graph give them. */
export function decodeBoxes(output: Float32Array, atLeast: number): ScoredBox[] {
  const found: ScoredBox[] = [];
  for (let at = 0; at + 4 < output.length; at += 5) {
    const score = output[at + 4]!;
    if (!(score >= atLeast)) continue;
    const [left, top, right, bottom] = output.subarray(at, at + 4) as unknown as [number, number, number, number];
    if (right <= left || bottom <= top) continue;
    found.push({ box: { x: left, y: top, width: right - left, height: bottom - top }, score });
  }
  return found;
}

export const boxes: DetectorFamily<BoxesModel> = {
  beside: () => [],
  decode: (output, model, { input }, atLeast) =>
    model.output.kind === 'boxes' ? decodeBoxes(output, atLeast) : decodeYolox(output, input, model.output, atLeast),
};
