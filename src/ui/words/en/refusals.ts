import type { PhotoProblemCode } from '../../../media/problems';
import type { SoundProblemCode } from '../../../media/sound/problems';
import type { StorageProblem } from '../../../storage/database';

/** Why a file was refused or not saved, for languages other than English: the problem itself says it in English. */
export const refusals: {
  photo: Partial<Record<PhotoProblemCode, string>>;
  sound: Partial<Record<SoundProblemCode, string>>;
  storage: Partial<Record<StorageProblem['code'], string>>;
} = { photo: {}, sound: {}, storage: {} };
