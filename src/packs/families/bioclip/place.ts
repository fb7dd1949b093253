import type { Box, Size } from '../../../domain/box';

/**
 * What is left of a region when its shorter side fills the input and the rest is cut off evenly: how CLIP models see
 * pictures. The crop of a bird is square already and loses nothing.
 */
export function coveredPart(region: Box, input: Size): Box {
  const scale = Math.max(input.width / region.width, input.height / region.height);
  // Whole pixels, rounded down, as the published processor resizes before it cuts.
  const width = Math.max(input.width, Math.floor(region.width * scale + 1e-9));
  const height = Math.max(input.height, Math.floor(region.height * scale + 1e-9));
  const [left, top] = [(width - input.width) >> 1, (height - input.height) >> 1];
  const [stepX, stepY] = [region.width / width, region.height / height];
  return {
    x: region.x + left * stepX,
    y: region.y + top * stepY,
    width: input.width * stepX,
    height: input.height * stepY,
  };
}
