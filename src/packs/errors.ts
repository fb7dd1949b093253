import type { Result } from '../domain/result';

/** What can be wrong with a pack or a model on this device, in words a person can act on. */
export const PACK_ERROR_CODES = [
  'pack_unreachable',
  'manifest_invalid',
  'file_missing',
  'file_not_a_model',
  'file_damaged',
  'labels_unknown',
  'golden_failed',
  'model_unusable',
  'role_missing',
  'out_of_memory',
] as const;
export type PackErrorCode = (typeof PACK_ERROR_CODES)[number];

export interface PackProblem {
  code: PackErrorCode;
  message: string;
  /** The file that it is about, if any. */
  file: string | null;
}

export type PackResult<T> = Result<T, PackProblem>;

export function packProblem(code: PackErrorCode, message: string, file: string | null = null): PackProblem {
  return { code, message, file };
}
