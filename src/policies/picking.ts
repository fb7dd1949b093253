import * as v from 'valibot';
import { choosePolicy, findPolicy, offerOn, TINY, type DeviceAbilities, type PolicyEntry } from './catalogue';
import { readLocal, writeLocal, type Shelf } from '../storage/local';
import type { Measured } from './measure';
import type { PolicyResult } from './protocol';

const KEY = 'goldcrest.policy-measured';

const FindingSchema = v.object({
  /** Null where the policy could not be measured here at all. */
  seconds: v.nullable(v.number()),
  tokensPerSecond: v.nullable(v.number()),
  device: v.string(),
});
type Finding = v.InferOutput<typeof FindingSchema>;
const FindingsSchema = v.object({ version: v.string(), by: v.record(v.string(), FindingSchema) });
/** What was measured on this device, and for which version of the pack. */
export type Findings = v.InferOutput<typeof FindingsSchema>;

/** What was found here before; null where nothing was, or for another version of the pack. */
export function remembered(shelf: Shelf, version?: string): Findings | null {
  const found = readLocal(KEY, FindingsSchema, shelf);
  return version === undefined || found?.version === version ? found : null;
}

/** The policy that the findings favour. */
export function pickedBy({ by }: Findings): string {
  return choosePolicy(Object.fromEntries(Object.entries(by).map(([name, { seconds }]) => [name, seconds ?? Infinity])));
}

interface Measuring {
  device: DeviceAbilities;
  version: string;
  shelf: Shelf;
  measure: (entry: PolicyEntry) => Promise<PolicyResult<Measured>>;
}

/** Times the tiny policies, once for each device and version of their pack, and remembers the result. */
export async function findFastest({ device, version, shelf, measure }: Measuring): Promise<Findings> {
  const known = remembered(shelf, version);
  if (known) return known;
  const by: Record<string, Finding> = {};
  for (const name of TINY) {
    const entry = findPolicy(name);
    // A graphics card emulated in software was forty times slower than the processor itself: not worth the wait.
    const isPointless = entry?.needs.webgpu === true && device.softwareOnly;
    if (!entry || isPointless || !offerOn(entry, device).offered) continue;
    const measured = await measure(entry);
    by[name] = measured.ok
      ? { ...measured.value }
      : { seconds: null, tokensPerSecond: null, device: measured.problem.message };
  }
  const findings: Findings = v.parse(FindingsSchema, { version, by });
  writeLocal(KEY, findings, shelf);
  return findings;
}
