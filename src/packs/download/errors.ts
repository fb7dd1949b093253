import type { Result } from '../../domain/result';

/** What can go wrong while a pack is downloaded or kept, in words a person can act on. */
export const INSTALL_CODES = [
  'cancelled',
  'manifest_unreachable',
  'manifest_invalid',
  'brings_code',
  'signature_wrong',
  'unsigned_not_confirmed',
  'terms_not_accepted',
  'version_older',
  'name_taken',
  'unreachable',
  'busy',
  'web_page',
  'file_missing',
  'too_long',
  'wrong_length',
  'zero_filled',
  'damaged',
  'no_address',
  'not_a_pack',
  'storage_full',
  'storage_failed',
  'storage_missing',
  'pack_missing',
] as const;
export type InstallCode = (typeof INSTALL_CODES)[number];

export interface InstallProblem {
  code: InstallCode;
  message: string;
  /** The file of the pack that it is about, if any. */
  file: string | null;
}

export type InstallResult<T> = Result<T, InstallProblem>;

export function installProblem(code: InstallCode, message: string, file: string | null = null): InstallProblem {
  return { code, message, file };
}

export function refuse(code: InstallCode, message: string, file: string | null = null): InstallResult<never> {
  return { ok: false, problem: installProblem(code, message, file) };
}

/** A store that throws: full, or broken in an unforeseen way. */
export function storageProblem(error: unknown, file: string | null = null): InstallProblem {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') {
    const message =
      'This device has no room left for the rest of the pack. What has arrived is kept. Make room (remove a pack, or ' +
      'free space on the device), then continue: the download resumes where it stopped.';
    return installProblem('storage_full', message, file);
  }
  const why = error instanceof Error ? error.message : String(error);
  return installProblem('storage_failed', `The browser could not store the pack: ${why}.`, file);
}
