import { largestOf } from '../../domain/box';
import { ok } from '../../domain/outcome';
import { fromProblem, isFailure, knownImage, needModel, withModel, withoutModel, type RunTool } from '../context';

export const runDetectBird: RunTool<'detect_bird'> = async ({ image }, context) => {
  const size = knownImage(image, context);
  if (isFailure(size)) return withoutModel(size);
  const unusable = await needModel('detector', context);
  if (unusable) return withoutModel(unusable);
  const found = await context.vision.detect(image, context.signal);
  if (!found.ok) return withModel(fromProblem(found.problem), 'detector', context);
  const { birds, faint } = found.value;
  const bestBelow = faint[0]?.score ?? 0;
  const box = largestOf(birds);
  const largest = box && birds.findIndex((bird) => bird.box === box);
  return withModel(ok({ count: birds.length, birds, largest, faint, bestBelow }), 'detector', context);
};
