import * as v from 'valibot';
import { common, ImageInputSchema, Part } from '../../model-parts';

const Side = v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(2048));

/**
 * A detector that is asked for things by words. The words never change here ("bird."), so the recipe folds them into the
 * graph: what goes in is the picture and how much of the canvas it covers.
 */
export const GroundingDinoSchema = v.object({
  role: v.literal('detector'),
  family: v.literal('grounding-dino'),
  input: v.object({
    ...ImageInputSchema.entries,
    /** Name of the second input: height and width of the picture on the canvas, in pixels; the rest is padding. */
    size: v.string(),
    /** The shorter side is brought to this many pixels, unless the longer would pass `longest`. */
    shortest: Side,
    longest: Side,
  }),
  /** Rows of centre x, centre y, width, height (0-1 of the picture, without the padding) and a logit for each word piece. */
  output: v.object({
    kind: v.literal('token-boxes'),
    name: v.string(),
    tokens: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(256)),
  }),
  scoreThreshold: Part,
  nmsIou: Part,
  ...common,
});
export type GroundingDinoModel = v.InferOutput<typeof GroundingDinoSchema>;
