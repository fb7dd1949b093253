import type { DialectName, Style } from '../agent/dialects/dialect';
import type { Engine } from './manifest';

/** What a device must have to hold a model. */
export interface Needs {
  webgpu: boolean;
  /** Gigabytes of memory that the browser reports (it never says more than 8). */
  memoryGb: number;
  /** The largest buffer that WebGPU must grant, in bytes. */
  bufferBytes: number;
}

export interface PolicyEntry {
  name: string;
  title: string;
  summary: string;
  engine: Engine | null;
  /** The pack under /packs/; null for rules in code. */
  pack: string | null;
  dialect: DialectName;
  style: Style;
  /** Roughly how much has to be downloaded for a model that is built elsewhere; null where its pack here says it exactly. */
  downloadBytes: number | null;
  needs: Needs;
  licence: string;
  /** Where the weights come from. */
  source: string;
}

const NOTHING: Needs = { webgpu: false, memoryGb: 0, bufferBytes: 0 };
/** Bytes of a model by its number of weights and the bits that each takes, its group's scale included. */
const sizeOf = (weights: number, bits: number): number => Math.round((weights * bits) / 8);
/**
 * A 4B model in four bits at 4k context takes about 3.4 GB of a graphics card; its largest tensor is the embedding,
 * 151,936 x 2,560 in four bits with scales.
 */
const VOCABULARY = 151_936;
const FOUR_BILLION: Needs = { webgpu: true, memoryGb: 8, bufferBytes: sizeOf(VOCABULARY * 2560, 4.5) };

const large = (
  name: string,
  title: string,
  dialect: DialectName,
  licence: string,
  source: string,
  summary: string,
): PolicyEntry => ({
  name,
  title,
  summary,
  engine: 'webllm',
  pack: name,
  dialect,
  style: 'full',
  // Half-precision scales, one to 32 weights.
  downloadBytes: sizeOf(4.02e9, 4.5),
  needs: FOUR_BILLION,
  licence,
  source,
});

/** Every policy there is, the default first. Large ones are packs that the user converts and loads (docs/policies.md). */
export const CATALOGUE: readonly PolicyEntry[] = [
  {
    name: 'blueprint',
    title: 'Blueprint',
    summary: 'Rules in code. The same steps every time, no download.',
    engine: null,
    pack: null,
    dialect: 'hermes',
    style: 'compact',
    downloadBytes: null,
    needs: NOTHING,
    licence: 'Apache-2.0',
    source: 'Goldcrest',
  },
  {
    name: 'tiny-webllm',
    title: 'Tiny policy on the graphics card',
    summary: 'A language model of our own, trained for this one job.',
    engine: 'webllm',
    pack: 'tiny-policy',
    dialect: 'hermes',
    style: 'compact',
    downloadBytes: null,
    needs: { webgpu: true, memoryGb: 0, bufferBytes: 8_000_000 },
    licence: 'CC-BY-NC-4.0',
    source: 'Goldcrest',
  },
  {
    name: 'tiny-wasm',
    title: 'Tiny policy on the processor',
    summary: 'The same model for devices without usable WebGPU.',
    engine: 'wasm',
    pack: 'tiny-policy',
    dialect: 'hermes',
    style: 'compact',
    downloadBytes: null,
    needs: NOTHING,
    licence: 'CC-BY-NC-4.0',
    source: 'Goldcrest',
  },
  large(
    'birdagent-4b',
    'BirdAgent 4B',
    'hermes',
    'Apache-2.0',
    'Chinzhu/BirdAgent-Qwen3VL-4B on Qwen/Qwen3-VL-4B-Instruct',
    'Trained to identify birds with these nine tools. The text half of a model that also sees.',
  ),
  large(
    'envtuning-4b',
    'Environment Tuning 4B',
    'hermes',
    'Apache-2.0',
    'IcyFish/Qwen3-4B-EnvTuning-Base',
    'Learned to use tools from its environment’s answers.',
  ),
  large(
    'qwen-tool-4b',
    'qwen-tool 4B',
    'mcp-json',
    'MPL-2.0',
    'Igriscodes/qwen3-4b-tool',
    'Strict JSON calls, corrected from execution errors.',
  ),
  large(
    'ironguard-4b',
    'IronGuard 4B',
    'react',
    'not stated',
    'satoyutaka/Qwen3-4B-AgentBench-llm2025_advance_1st',
    'Terse: a thought, an action, nothing else.',
  ),
  large(
    'qwen3-4b',
    'Qwen3 4B Instruct',
    'hermes',
    'Apache-2.0',
    'Qwen/Qwen3-4B-Instruct-2507',
    'A general model, not trained for birds.',
  ),
  {
    name: 'qwen3-vl-2b',
    title: 'Qwen3-VL 2B, which sees',
    summary: 'Looks at the photo itself, and calls the tools like the others. Not trained for birds.',
    engine: 'webgpu',
    pack: 'qwen3-vl-2b',
    dialect: 'hermes',
    style: 'full',
    // 2.13 billion weights, and the table of words a second time; single-precision scales.
    downloadBytes: sizeOf(2.13e9 + VOCABULARY * 2048, 5),
    needs: { webgpu: true, memoryGb: 8, bufferBytes: sizeOf(VOCABULARY * 2048, 4) },
    licence: 'Apache-2.0',
    source: 'Qwen/Qwen3-VL-2B-Instruct',
  },
];

export const POLICY_NAMES: readonly string[] = CATALOGUE.map(({ name }) => name);

export function findPolicy(name: string): PolicyEntry | undefined {
  return CATALOGUE.find((entry) => entry.name === name);
}

/** What this device has, as far as a browser tells. */
export interface DeviceAbilities {
  webgpu: boolean;
  /** Whether the graphics card computes in 16 bits. */
  halfPrecision: boolean;
  softwareOnly: boolean;
  memoryGb: number;
  bufferBytes: number;
}

export type Offer =
  { offered: true } | { offered: false; why: 'no_webgpu' | 'too_little_memory' | 'buffers_too_small' };

/** Whether a device can hold a policy. */
export function offerOn({ needs }: PolicyEntry, device: DeviceAbilities): Offer {
  if (needs.webgpu && !device.webgpu) return { offered: false, why: 'no_webgpu' };
  if (needs.memoryGb > device.memoryGb) return { offered: false, why: 'too_little_memory' };
  if (needs.bufferBytes > device.bufferBytes && needs.webgpu) return { offered: false, why: 'buffers_too_small' };
  return { offered: true };
}

/** Those that the app may take by itself. */
export const TINY = ['tiny-webllm', 'tiny-wasm'] as const;

/**
 * The most seconds that deciding may take over a whole run. After ten seconds, people need to be told what they are
 * waiting for (decision 20); the tools take up to two of them.
 */
export const MOST_SECONDS = 8;

/** Seconds that all the turns of a usual run took, by policy, as measured on this device. */
export type RunSeconds = Partial<Record<string, number>>;

/** The policy that the app takes by itself: the fastest tiny one that is fast enough, otherwise the rules. */
export function choosePolicy(seconds: RunSeconds): string {
  const measured = TINY.map((name) => ({ name, seconds: seconds[name] ?? Infinity }));
  const best = measured.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  return best.seconds <= MOST_SECONDS ? best.name : 'blueprint';
}
