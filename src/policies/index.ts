import { blueprint } from '../agent/blueprint';
import type { Policy } from '../agent/policy';
import { PolicyBridge } from './bridge';
import { findPolicy, type PolicyEntry } from './catalogue';
import type { Engine, PolicyManifest } from './manifest';
import { baseOf, manifestOf } from './packs';
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

interface OpenOptions extends TextPolicyOptions {
  /** Another engine than the table's: a test runs on the processor what is meant for a graphics card. */
  engine?: Engine;
}

/** A policy by its name, with its model loaded when it is first asked. */
export async function openPolicy(name: string, options: OpenOptions = {}): Promise<PolicyResult<Policy>> {
  const entry = findPolicy(name);
  if (!entry) return policyProblem('engine_unavailable', `There is no policy "${name}".`);
  if (entry.engine === null || entry.pack === null) return { ok: true, value: blueprint };
  const found = await open(entry, options.engine);
  if (!found.ok) return found;
  const { bridge, manifest } = found.value;
  return { ok: true, value: new TextPolicy(name, bridge, manifest.models[0], options) };
}

/** The worker of a policy, for those who measure it. */
export async function open(entry: PolicyEntry, engine = entry.engine): Promise<PolicyResult<Opened>> {
  const key = `${entry.name} ${engine}`;
  const known = opened.get(key);
  if (known) return { ok: true, value: known };
  const manifest = await manifestOf(entry);
  if (!manifest.ok) return manifest;
  if (entry.pack === null || engine === null) return policyProblem('engine_unavailable', `${entry.name} has no model.`);
  const bridge = new PolicyBridge(policyWorker, { base: baseOf(entry.pack), manifest: manifest.value, engine });
  const value = { bridge, manifest: manifest.value };
  opened.set(key, value);
  return { ok: true, value };
}
