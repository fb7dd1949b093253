import { blueprint } from '../agent/blueprint';
import type { Policy } from '../agent/policy';
import { readManifestOf } from '../packs/read';
import { PolicyBridge } from './bridge';
import { findPolicy, type PolicyEntry } from './catalogue';
import { PolicyManifestSchema, type PolicyManifest } from './manifest';
import { policyProblem, type PolicyResult } from './protocol';
import { TextPolicy, type TextPolicyOptions } from './text-policy';

function policyWorker(): Worker {
  return new Worker(new URL('../../workers/policy.ts', import.meta.url), { type: 'module', name: 'policy' });
}

interface Opened {
  bridge: PolicyBridge;
  manifest: PolicyManifest;
}

const opened = new Map<string, Opened>();

/** A policy by its name, with its model loaded when it is first asked. */
export async function openPolicy(name: string, options: TextPolicyOptions = {}): Promise<PolicyResult<Policy>> {
  const entry = findPolicy(name);
  if (!entry) return policyProblem('engine_unavailable', `There is no policy "${name}".`);
  if (entry.engine === null || entry.pack === null) return { ok: true, value: blueprint };
  const found = await open(entry);
  if (!found.ok) return found;
  const { bridge, manifest } = found.value;
  return { ok: true, value: new TextPolicy(name, bridge, manifest.models[0], options) };
}

/** The worker of a policy, for those who measure it. */
export async function open({ name, pack, engine }: PolicyEntry): Promise<PolicyResult<Opened>> {
  const known = opened.get(name);
  if (known) return { ok: true, value: known };
  if (pack === null || engine === null) return policyProblem('engine_unavailable', `${name} has no model.`);
  const base = new URL(`packs/${pack}/`, document.baseURI).href;
  const manifest = await readManifestOf(PolicyManifestSchema, base);
  if (!manifest.ok) return policyProblem('pack_unusable', manifest.problem.message);
  const bridge = new PolicyBridge(policyWorker, { base, manifest: manifest.value, engine });
  const value = { bridge, manifest: manifest.value };
  opened.set(name, value);
  return { ok: true, value };
}
