import type { SoundModel } from '../manifest';
import { soundClassifier } from './classifier/family';
import type { SoundFamily } from './family';
import { perch } from './perch/family';

const SOUNDS = { classifier: soundClassifier, perch };

export function soundFamily(model: SoundModel): SoundFamily<SoundModel> {
  return SOUNDS[model.family];
}
