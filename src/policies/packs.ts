import { readManifestOf } from '../packs/read';
import type { PolicyEntry } from './catalogue';
import { PolicyManifestSchema, type PolicyManifest } from './manifest';
import { policyProblem, type PolicyResult } from './protocol';

const read = new Map<string, Promise<PolicyResult<PolicyManifest>>>();

/** Where a policy's pack lies. */
export function baseOf(pack: string): string {
  return new URL(`packs/${pack}/`, document.baseURI).href;
}

/** The manifest of a policy's pack, read once; a problem where the pack is not there. */
export function manifestOf({ name, pack }: PolicyEntry): Promise<PolicyResult<PolicyManifest>> {
  if (pack === null) return Promise.resolve(policyProblem('engine_unavailable', `${name} has no model.`));
  const known = read.get(pack) ?? readPack(pack);
  read.set(pack, known);
  return known;
}

async function readPack(pack: string): Promise<PolicyResult<PolicyManifest>> {
  const manifest = await readManifestOf(PolicyManifestSchema, baseOf(pack));
  if (manifest.ok) return manifest;
  // Not cached: the pack may be there next time.
  read.delete(pack);
  return policyProblem('pack_unusable', manifest.problem.message);
}
