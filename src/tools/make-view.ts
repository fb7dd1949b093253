import type { Box, Size } from '../domain/box';
import type { ImageRef } from '../domain/observation';
import { failed, ok } from '../domain/outcome';
import { fromProblem, withoutModel, type ToolContext, type ToolResult } from './context';
import type { Enhancement } from '../domain/tools/enhance';
import type { ViewPayload } from '../domain/tools/view-payload';

interface NewView {
  from: ImageRef;
  kind: 'crop' | 'zoom' | 'enhanced';
  region: Box;
  scale: number;
  enhancement: Enhancement | null;
}

/** Makes a view of a region and adds it to the run's images. */
export async function makeView(view: NewView, context: ToolContext): Promise<ToolResult<ViewPayload>> {
  const { from, kind, region, enhancement } = view;
  const ref = context.images.nextView(from, kind);
  if (!ref) {
    const hint = 'Classify one of the views there are, or conclude.';
    return withoutModel(failed('view_limit', 'This run has made as many views as it may.', hint));
  }
  const recipe = { from, region, ...viewSize(region, view.scale), enhancement };
  const made = await context.vision.makeView(ref, recipe, context.signal);
  if (!made.ok) return withoutModel(fromProblem(made.problem));
  context.images.add(ref, made.value);
  return withoutModel(ok({ image: ref, ...made.value, region }));
}

/** A view no larger than this on its longer side: a classifier sees 224 pixels of it. */
const LONGEST_SIDE = 1024;

/** How large a view of a region is, in whole pixels. */
function viewSize(region: Size, wanted: number): Size {
  const scale = Math.min(wanted, LONGEST_SIDE / Math.max(region.width, region.height));
  return {
    width: Math.max(1, Math.round(region.width * scale)),
    height: Math.max(1, Math.round(region.height * scale)),
  };
}
