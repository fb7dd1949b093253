import { isFailure, knownRegion, withoutModel, type RunTool } from '../context';
import { makeView } from '../make-view';

export const runEnhance: RunTool<'enhance'> = async ({ image, operation, region }, context) => {
  const inside = knownRegion(image, region, context);
  if (isFailure(inside)) return withoutModel(inside);
  return makeView({ from: image, kind: 'enhanced', region: inside, scale: 1, enhancement: operation }, context);
};
