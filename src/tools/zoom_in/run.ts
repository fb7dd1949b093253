import { isFailure, knownRegion, withoutModel, type RunTool } from '../context';
import { makeView } from '../make-view';

export const runZoomIn: RunTool<'zoom_in'> = async ({ image, region, factor }, context) => {
  const inside = knownRegion(image, region, context);
  if (isFailure(inside)) return withoutModel(inside);
  return makeView({ from: image, kind: 'zoom', region: inside, scale: factor, enhancement: null }, context);
};
