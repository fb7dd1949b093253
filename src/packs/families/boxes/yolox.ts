import type { ScoredBox } from '../../../domain/box';
import type { BoxesModel } from './schema';

type YoloxOutput = Extract<BoxesModel['output'], { kind: 'yolox-grid' }>;

/** The columns of a YOLOX row before its class scores: x, y, width, height, objectness. */
const BOX_COLUMNS = 5;

/** Turns YOLOX's raw grid into boxes on the model's input, each with the score of the bird class. */
export function decodeYolox(
  output: Float32Array,
  model: { width: number; height: number },
  { strides, birdClass }: YoloxOutput,
  atLeast: number,
): ScoredBox[] {
  const cells = strides.map((stride) => Math.floor(model.width / stride) * Math.floor(model.height / stride));
  const columns = output.length / cells.reduce((sum, count) => sum + count, 0);
  const found: ScoredBox[] = [];
  let row = 0;
  for (const stride of strides) {
    const across = Math.floor(model.width / stride);
    const down = Math.floor(model.height / stride);
    for (let cell = 0; cell < across * down; cell++, row++) {
      const at = row * columns;
      const score = output[at + 4]! * output[at + BOX_COLUMNS + birdClass]!;
      if (!(score >= atLeast)) continue;
      const width = Math.exp(output[at + 2]!) * stride;
      const height = Math.exp(output[at + 3]!) * stride;
      const centreX = (output[at]! + (cell % across)) * stride;
      const centreY = (output[at + 1]! + Math.floor(cell / across)) * stride;
      found.push({ box: { x: centreX - width / 2, y: centreY - height / 2, width, height }, score });
    }
  }
  return found;
}
