import { squareAround, type Box } from '../../domain/box';
import { failed, ok } from '../../domain/outcome';
import {
  fromProblem,
  isFailure,
  knownImage,
  knownRegion,
  needModel,
  withModel,
  withoutModel,
  type RunTool,
} from '../context';
import { labelCoverage } from '../coverage';
import { unlabelledHere, unlabelledRelatives } from '../unlabelled-species';
import { calibrate, rankTaxa } from '../../vision/probabilities';

export const runClassifyImage: RunTool<'classify_image'> = async ({ image, region }, context) => {
  const size = knownImage(image, context);
  if (isFailure(size)) return withoutModel(size);
  const inside = knownRegion(image, region, context);
  if (isFailure(inside)) return withoutModel(inside);
  const unusable = await needModel('image', context);
  if (unusable) return withoutModel(unusable);
  const model = context.models.model('image');
  if (!model) return withoutModel(failed('model_missing', 'The pack has no image model.'));

  const shown: Box = region ? squareAround(inside, model.cropMargin, size) : inside;
  const [raw, coverage, here] = await Promise.all([
    context.vision.classify(image, shown, context.signal),
    labelCoverage(context.imageLabels, context),
    unlabelledHere(context.imageLabels, context),
  ]);
  if (!raw.ok) return withModel(fromProblem(raw.problem), 'image', context);
  if (raw.value.length !== context.imageLabels.length) {
    const message = `${model.file} gave ${raw.value.length} outputs for ${context.imageLabels.length} labels.`;
    return withModel(fromProblem({ code: 'model_output_invalid', message }), 'image', context);
  }
  context.onScores?.('classify_image', raw.value);
  const probabilities = calibrate(raw.value, model.output.kind, model.calibration.temperature);
  const ranked = rankTaxa(probabilities, context.imageLabels, context.taxonomy);
  const unlabelled = unlabelledRelatives(ranked.candidates, here, context);
  return withModel(ok({ ...ranked, coverage, unlabelled }), 'image', context);
};
