import { keptCache, tryPut } from '../packs/kept';
import { unpacked } from '../packs/unpacked';

/** The build compresses the binaries, because many hosts do not; the development server does not. */
const PACKED = import.meta.env.DEV ? '' : '.gz';

/**
 * A binary of the runtime as it is, whatever the host does: unpacked while it comes, and kept for the next worker and the next
 * visit.
 */
export async function openBinary(address: string): Promise<Response> {
  const cache = await keptCache();
  const key = new URL(address).pathname;
  const kept = await cache?.match(key);
  if (kept) return kept;
  const binary = await unpacked(await fetch(address + PACKED));
  void tryPut(cache, key, binary.clone());
  return binary;
}
