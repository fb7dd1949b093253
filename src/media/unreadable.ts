const UNREADABLE: ReadonlySet<string> = new Set([
  'NotReadableError',
  'NotFoundError',
  'NotAllowedError',
  'SecurityError',
]);

/** Whether an error says that a chosen file cannot be read any more: moved, deleted, or in a cloud folder that cannot be reached. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && UNREADABLE.has(error.name);
}

export const UNREADABLE_MESSAGE =
  'This file can no longer be read. It was moved, renamed or deleted, or it is in a cloud folder that cannot be reached now. ' +
  'Copy it to this device, then choose it once more.';
