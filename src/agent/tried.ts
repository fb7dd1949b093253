import type { Box } from '../domain/box';
import type { Ledger } from '../domain/ledger';
import type { ImageRef, SoundRef } from '../domain/observation';
import type { ToolName } from '../domain/tools/schemas';
import type { Decision } from './policy';

/** What a ledger says was done already, answered or not: a call that failed is not made again. */

export function triedOn(ledger: Ledger, tool: ToolName, ref: ImageRef | SoundRef): boolean {
  return argsOf(ledger, tool).some((args) => args.image === ref || args.sound === ref);
}

/** The same for one region of an image; null is the whole of it. */
export function triedAt(ledger: Ledger, tool: ToolName, ref: ImageRef, region: Box | null): boolean {
  return argsOf(ledger, tool).some((args) => args.image === ref && sameRegion(args.region, region));
}

export function sameRegion(one: Box | null | undefined, other: Box | null | undefined): boolean {
  if (!one || !other) return !one && !other;
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

interface Args {
  image?: unknown;
  sound?: unknown;
  region?: Box;
}

function argsOf(ledger: Ledger, tool: ToolName): Args[] {
  return ledger.flatMap((entry) => ('args' in entry && entry.tool === tool ? [(entry.args ?? {}) as Args] : []));
}

/** Notes once that a tool was left out; null where that is already noted. */
export function skipOnce(
  ledger: Ledger,
  tool: 'classify_image' | 'classify_sound',
  reason: 'no_bird' | 'quality_failed',
): Decision | null {
  const noted = ledger.some((entry) => entry.kind === 'skipped' && entry.tool === tool && entry.reason === reason);
  return noted ? null : { kind: 'skip', tool, reason, tokens: 0 };
}
