import type { ImageModel } from '../manifest';
import { bioclip } from './bioclip/family';
import { imageClassifier } from './classifier/family';
import type { ImageFamily } from './family';

const IMAGES = { classifier: imageClassifier, bioclip };

export function imageFamily(model: ImageModel): ImageFamily<ImageModel> {
  return IMAGES[model.family];
}
