import { packProblem, type PackResult } from '../packs/errors';
import { goldenError, goldenFeeds, goldenInput } from '../packs/golden';
import type { Golden, Manifest, Model } from '../packs/manifest';
import { readFile, readGolden, type OnBytes, type Proof } from '../packs/read';
import { Network } from './engine';
import type { Provider } from '../domain/ledger';
import type { LoadRequest } from './protocol';
import { optimise } from './optimise';

/** A network and what its pack says about it. */
export interface ReadyModel<M extends Model = Model> {
  model: M;
  network: Network;
  /** Time of one warm run of the golden input; null where it was not timed. */
  milliseconds: number | null;
}

/** Fetches, verifies and starts a model, and proves on this device that it computes what it should. */
export async function loadModel(
  { base, manifest, role, provider, check }: LoadRequest,
  onBytes: OnBytes,
): Promise<PackResult<ReadyModel>> {
  const model = manifest.models.find((candidate) => candidate.role === role);
  if (!model) return refuse('role_missing', `The pack "${manifest.title}" has no ${role} model.`);
  const golden = check ? await readGolden(base, manifest, model.golden) : null;
  if (golden && !golden.ok) return golden;
  try {
    const started = await startModel({ base, manifest }, model, provider, onBytes, check ? 'twice' : 'quickly');
    if (!started.ok) return started;
    const network = started.value;
    const run = golden && (() => runGolden(network, model, golden.value));
    const error = run ? goldenError(golden.value, await run()) : 0;
    if (golden && !(error <= golden.value.tolerance)) {
      const message = `${model.file} gives wrong numbers on this device (${provider}): off by ${error.toPrecision(2)}.`;
      return refuse('golden_failed', message, model.file);
    }
    const milliseconds = run && check === 'timed' ? await quickest(run) : null;
    return { ok: true, value: { model, network, milliseconds } };
  } catch (error) {
    if (error instanceof RangeError) return refuse('out_of_memory', `There is not enough memory for ${model.file}.`);
    const why = asError(error).message;
    return refuse('model_unusable', `${model.file} could not be started (${provider}): ${why}`, model.file);
  }
}

/** Reads, verifies and starts a network. */
export async function startModel(
  { base, manifest }: { base: string; manifest: Manifest },
  { file, weights }: Model,
  provider: Provider,
  onBytes: OnBytes = () => undefined,
  proof: Proof = 'quickly',
): Promise<PackResult<Network>> {
  const bytesOf = (path?: string): number => manifest.files.find((entry) => entry.path === path)?.bytes ?? 0;
  const total = bytesOf(file) + bytesOf(weights);
  const read = (path: string, before: number): Promise<PackResult<Uint8Array<ArrayBuffer>>> =>
    readFile(base, manifest, path, (done) => onBytes(before + done, total), proof);
  const external = weights === undefined ? null : await read(weights, 0);
  if (external && !external.ok) return external;
  const stored = await read(file, bytesOf(weights));
  if (!stored.ok) return stored;
  onBytes(total, total);
  const graph = optimise(stored.value);
  if (graph !== stored.value) release(stored.value);
  try {
    const beside = external && { path: weights!.split('/').at(-1)!, data: external.value };
    return { ok: true, value: await Network.load(graph, provider, beside) };
  } finally {
    release(graph);
    if (external) release(external.value);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function refuse(
  code: Parameters<typeof packProblem>[0],
  message: string,
  file: string | null = null,
): PackResult<never> {
  return { ok: false, problem: packProblem(code, message, file) };
}

/** The runtime has its own copy by now; this one would wait for the garbage collector, which does not count it. */
function release(bytes: Uint8Array<ArrayBuffer>): void {
  const buffer = bytes.buffer as unknown as { transfer?: (length: number) => ArrayBuffer };
  buffer.transfer?.(0);
}

function runGolden(network: Network, model: Model, golden: Golden): Promise<Float32Array> {
  const { data, shape } = goldenInput(golden.input);
  return network.run(model.input.name, data, shape, model.output.name, goldenFeeds(golden));
}

/** How long a network runs to measure its speed. */
const TIMED_MS = 1000;

/**
 * The fastest of all runs in that time. A browser compiles code that runs often a second time, and better, in the background while
 * it runs: the first runs took two to six times as long as the later ones.
 */
async function quickest(run: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + TIMED_MS;
  let best = Infinity;
  for (let start = performance.now(); start < end; start = performance.now()) {
    await run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
