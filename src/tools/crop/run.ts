import { squareAround } from '../../domain/box';
import { isFailure, knownImage, knownRegion, withoutModel, type RunTool } from '../context';
import { makeView } from '../make-view';

export const runCrop: RunTool<'crop'> = async ({ image, region, margin }, context) => {
  const size = knownImage(image, context);
  if (isFailure(size)) return withoutModel(size);
  const inside = knownRegion(image, region, context);
  if (isFailure(inside)) return withoutModel(inside);
  const square = squareAround(inside, margin, size);
  return makeView({ from: image, kind: 'crop', region: square, scale: 1, enhancement: null }, context);
};
