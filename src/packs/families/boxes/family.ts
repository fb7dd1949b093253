import type { DetectorFamily } from '../family';
import { decodeBoxes } from './decode';
import type { BoxesModel } from './schema';
import { decodeYolox } from './yolox';

export const boxes: DetectorFamily<BoxesModel> = {
  beside: () => [],
  decode: (output, model, { input }, atLeast) =>
    model.output.kind === 'boxes' ? decodeBoxes(output, atLeast) : decodeYolox(output, input, model.output, atLeast),
};
