import type { DetectorFamily } from '../family';
import { decodeTokenBoxes } from './decode';
import type { GroundingDinoModel } from './schema';

export const groundingDino: DetectorFamily<GroundingDinoModel> = {
  beside: (model, { width, height }) => [{ name: model.input.size, data: Float32Array.of(height, width), shape: [2] }],
  decode: (output, model, { placement }, atLeast) => decodeTokenBoxes(output, model.output.tokens, placement, atLeast),
};
