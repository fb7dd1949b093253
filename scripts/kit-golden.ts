/** Golden vectors: what onnxruntime's wasm build, on one thread, computes here. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import { CACHE } from './run.ts';

export interface LcgInput {
  kind: 'lcg';
  seed: number;
  hold: number;
  low: number;
  high: number;
  shape: number[];
}

export interface RowsInput {
  kind: 'rows';
  rows: number[][];
}

/** A small input beside the main one */
interface Beside {
  name: string;
  values: number[];
}

export interface Probe {
  input: LcgInput | RowsInput;
  also: Beside[];
}

interface Golden {
  input: LcgInput | RowsInput;
  also?: Beside[];
  expect: { indices: number[]; values: number[] };
  tolerance: number;
}

/** Half of the checked outputs are the largest, which matter; the rest are spread evenly and notice a shift. */
const CHECKED_OUTPUTS = 64;

/** Between providers; wrong kernels are off by far more. */
export const TOLERANCE = 0.002;

/**
 * The rule of the manifest's "lcg" inputs, written a second time on purpose: if the app's rule changed, packs would fail.
 */
function makeInput(input: LcgInput | RowsInput) {
  if (input.kind === 'rows') return new Tensor('float32', Float32Array.from(input.rows.flat()), [input.rows.length, 3]);
  const data = new Float32Array(input.shape.reduce((product, side) => product * side, 1));
  let state = BigInt(input.seed);
  for (let i = 0; i < data.length; i++) {
    if (i % input.hold === 0) state = (1664525n * state + 1013904223n) % 2n ** 32n;
    data[i] = input.low + ((input.high - input.low) * Number(state)) / 2 ** 32;
  }
  return new Tensor('float32', data, input.shape);
}

function chooseIndices(output: Float32Array) {
  const largest = Array.from(output.keys()).sort((a, b) => (output[b] ?? 0) - (output[a] ?? 0));
  const step = Math.max(1, Math.floor(output.length / (CHECKED_OUTPUTS / 2)));
  const spread = Array.from({ length: CHECKED_OUTPUTS / 2 }, (_, i) => i * step).filter((i) => i < output.length);
  return [...new Set([...largest.slice(0, CHECKED_OUTPUTS / 2), ...spread])].sort((a, b) => a - b);
}

/**
 * What a model puts out for a probe, whole. Throws where it has no such input or output.
 * @param weights where the model refers to them by that name
 */
export async function outputFor(
  model: Uint8Array,
  { inputName, outputName }: { inputName: string; outputName: string },
  { input, also }: Probe,
  weights: { path: string; data: Uint8Array } | null = null,
) {
  env.wasm.numThreads = 1;
  const session = await InferenceSession.create(model, {
    executionProviders: ['wasm'],
    ...(weights ? { externalData: [weights] } : {}),
  });
  try {
    const { inputNames, outputNames } = session;
    if (!inputNames.includes(inputName))
      throw new Error(`it has no input "${inputName}", but ${inputNames.join(', ')}`);
    if (!outputNames.includes(outputName))
      throw new Error(`it has no output "${outputName}", but ${outputNames.join(', ')}`);
    const feeds: Record<string, Tensor> = { [inputName]: makeInput(input) };
    for (const { name, values } of also) feeds[name] = new Tensor('float32', values, [values.length]);
    const results = await session.run(feeds, [outputName]);
    return results[outputName]?.data as Float32Array;
  } finally {
    await session.release();
  }
}

export function goldenOf(output: Float32Array, { input, also }: Probe, tolerance: number = TOLERANCE): Golden {
  const indices = chooseIndices(output);
  const values = indices.map((index) => output[index] ?? NaN);
  return { input, ...(also.length ? { also } : {}), expect: { indices, values }, tolerance };
}

/**
 * For models that come without golden vectors; what was computed is remembered.
 * @param sha256 of that file; the result is remembered under it
 * @param weights where the model refers to them by that name
 */
export async function goldenFor(
  modelFile: string,
  sha256: string,
  { inputName, outputName, input }: { inputName: string; outputName: string; input: LcgInput | RowsInput },
  weights: { path: string; data: Uint8Array } | null = null,
): Promise<Golden> {
  mkdirSync(CACHE, { recursive: true });
  const remembered = join(CACHE, `golden-${sha256}.json`);
  if (existsSync(remembered)) return JSON.parse(readFileSync(remembered, 'utf8')) as Golden;
  const probe = { input, also: [] };
  const golden = goldenOf(await outputFor(readFileSync(modelFile), { inputName, outputName }, probe, weights), probe);
  writeFileSync(remembered, JSON.stringify(golden));
  return golden;
}
