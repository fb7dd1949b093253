/** What the browser says about free space and persistence. Any of it may be missing: old browsers, private windows. */
const storage: Partial<StorageManager> = 'storage' in navigator ? navigator.storage : {};

export interface Room {
  used: number;
  free: number;
}

/** Null where the browser does not say. */
export async function roomOnDevice(): Promise<Room | null> {
  const { usage, quota } = (await storage.estimate?.().catch(() => null)) ?? {};
  return usage === undefined || quota === undefined ? null : { used: usage, free: Math.max(0, quota - usage) };
}

/** Whether the browser has promised to keep what is here. */
export async function isPersisted(): Promise<boolean | null> {
  return (await storage.persisted?.().catch(() => null)) ?? null;
}

/** Asks the browser to keep it. */
export async function askToPersist(): Promise<boolean | null> {
  return (await storage.persist?.().catch(() => false)) ?? null;
}
