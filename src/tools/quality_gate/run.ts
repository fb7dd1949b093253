import { ok } from '../../domain/outcome';
import { fromProblem, isFailure, knownRegion, withoutModel, type RunTool } from '../context';
import { gradeQuality } from './grade';

export const runQualityGate: RunTool<'quality_gate'> = async ({ image, region }, context) => {
  const inside = knownRegion(image, region, context);
  if (isFailure(inside)) return withoutModel(inside);
  const measured = await context.vision.measure(image, inside, context.signal);
  if (!measured.ok) return withoutModel(fromProblem(measured.problem));
  return withoutModel(ok(gradeQuality(measured.value, Math.min(inside.width, inside.height))));
};
