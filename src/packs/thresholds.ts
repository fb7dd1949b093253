import { DEFAULT_THRESHOLDS, withJudgement, type Thresholds } from '../domain/thresholds';
import { findModel, type OpenedPack } from './roles';

/** The numbers of a verdict with the judgements that were fitted for the models in use: of pictures and of recordings. */
export function thresholdsOf(packs: readonly Pick<OpenedPack, 'manifest'>[]): Thresholds {
  const seen = findModel(packs, 'image')?.model.calibration.judgement;
  const heard = findModel(packs, 'sound')?.model.calibration.judgement;
  return withJudgement(DEFAULT_THRESHOLDS, { seen, heard });
}
