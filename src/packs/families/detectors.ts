import type { DetectorModel } from '../manifest';
import { boxes } from './boxes/family';
import type { DetectorFamily } from './family';
import { groundingDino } from './grounding-dino/family';

const DETECTORS = { yolox: boxes, boxes, 'grounding-dino': groundingDino };

export function detectorFamily(model: DetectorModel): DetectorFamily<DetectorModel> {
  return DETECTORS[model.family];
}
