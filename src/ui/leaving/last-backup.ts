import * as v from 'valibot';
import { readLocal, writeLocal } from '../../storage/local';

const KEY = 'goldcrest.backup';
const LastBackup = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** When the latest observation in it was kept. */
  upTo: v.string(),
});
export type LastBackup = v.InferOutput<typeof LastBackup>;

/** After this many observations that are in no backup, one is suggested. */
const REMIND_AFTER = 20;

export function timeNow(): string {
  return new Date().toISOString();
}

/** Null where none was made on this device. */
export function lastBackup(): LastBackup | null {
  return readLocal(KEY, LastBackup);
}

export function noteBackup(backup: LastBackup): void {
  writeLocal(KEY, backup);
}

export function forgetBackup(): void {
  localStorage.removeItem(KEY);
}

/** How many were kept since the last backup. */
export function keptSince(kept: readonly { observation: { keptAt: string } }[], last: LastBackup | null): number {
  return last ? kept.filter(({ observation }) => observation.keptAt > last.upTo).length : kept.length;
}

export function isBackupDue(since: number): boolean {
  return since >= REMIND_AFTER;
}
