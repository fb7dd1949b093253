import { DEFAULT_THRESHOLDS, withCalibration, withSoundCalibration, type Thresholds } from '../domain/thresholds';
import { findModel, type OpenedPack } from './roles';

/** The verdict table with what the packs' calibrations fitted: of pictures and of recordings, each from the pack in use for it. */
export function thresholdsOf(packs: readonly Pick<OpenedPack, 'manifest'>[]): Thresholds {
  const image = findModel(packs, 'image');
  const sound = findModel(packs, 'sound');
  const thresholds = image ? withCalibration(DEFAULT_THRESHOLDS, image.model.calibration) : DEFAULT_THRESHOLDS;
  return sound ? withSoundCalibration(thresholds, sound.model.calibration) : thresholds;
}
