/** Why a backup is not taken. Nothing has been changed in any of these cases. */
export const BACKUP_PROBLEMS = [
  /** No zip at all. */
  'not_a_zip',
  /** The end is missing, or parts of it lie behind the end. */
  'cut_off',
  /** A zip of something else. */
  'not_a_backup',
  /** Made by a version of the app that is newer than this one. */
  'newer_format',
  /** Something in it is not what its own list says: a wrong checksum, a missing photo, a row that makes no sense. */
  'damaged',
  /** More rows or bytes than any notebook has. */
  'too_large',
] as const;
export type BackupProblem = (typeof BACKUP_PROBLEMS)[number];

/** Thrown while a backup is read; the caller makes it a value. */
export class BadBackup extends Error {
  readonly problem: BackupProblem;
  /** Which file of the backup, and where in it. */
  readonly where: string;

  constructor(problem: BackupProblem, where = '') {
    super(`${problem} ${where}`.trim());
    this.problem = problem;
    this.where = where;
  }
}
