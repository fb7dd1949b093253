import { monthOf } from '../../domain/observation';
import { failed, ok } from '../../domain/outcome';
import type { WindowScores } from '../../sound/protocol';
import { packScores } from '../../sound/scores';
import { countWindows } from '../../sound/windows';
import {
  fromProblem,
  isFailure,
  knownSound,
  knownStretches,
  needHearing,
  withModel,
  withoutModel,
  type RunTool,
  type ToolContext,
} from '../context';
import { labelCoverage } from '../coverage';
import { hearBirds, leftOf, type LeftHere } from './birds';

export const runClassifySound: RunTool<'classify_sound'> = async ({ sound, stretches }, context) => {
  const known = knownSound(sound, context);
  if (isFailure(known)) return withoutModel(known);
  const inside = knownStretches(known, stretches);
  if (isFailure(inside)) return withoutModel(inside);
  const soundLabels = await needHearing(context);
  if (isFailure(soundLabels)) return withoutModel(soundLabels);
  const model = context.models.model('sound');
  if (!model) return withoutModel(failed('model_missing', 'The pack has no sound model.'));

  const { taxonomy, signal } = context;
  const total = countWindows(inside, model.input);
  const heard: WindowScores[] = [];
  let leftHere: LeftHere | undefined;
  const placing = placeFor(context).then((here) => (leftHere = here));
  const hear = () => hearBirds(heard, soundLabels, model.calibration, taxonomy, { leftHere });
  const listening = context.sound.classify(
    sound,
    inside,
    (windows) => {
      heard.push(...windows);
      context.onProgress('listening', heard.length, total);
      context.onHeard(sound, hear().birds);
    },
    signal,
  );
  const [result, coverage] = await Promise.all([listening, labelCoverage(soundLabels, context), placing]);
  // What was heard before a cancel counts; after any other failure it may be wrong.
  const cancelled = !result.ok && result.problem.code === 'cancelled' && heard.length > 0;
  if (!result.ok && !cancelled) return withModel(fromProblem(result.problem), 'sound', context);
  context.onScores?.('classify_sound', packScores(heard));
  const payload = {
    ...hear(),
    complete: result.ok,
    windowCount: heard.length,
    windowSeconds: model.input.windowSeconds,
    labelCount: new Set(soundLabels.filter((label) => taxonomy.get(label as never))).size,
    coverage,
  };
  return withModel(ok(payload), 'sound', context);
};

/** The weight of each species at the observation's place; 1 where the place is not known. */
async function placeFor({ observation, priors, signal }: ToolContext): Promise<LeftHere | undefined> {
  const { place, day } = observation;
  const local = place && priors ? await priors.at(place, signal) : null;
  if (!local?.ok) return undefined;
  const month = day ? monthOf(day) : null;
  return (species) => {
    const chance = local.value.chance(species, month);
    return chance ? leftOf(chance.share) : 1;
  };
}
