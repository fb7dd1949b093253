import { packProblem, type PackResult } from '../packs/errors';
import { goldenError, goldenInput } from '../packs/golden';
import type { Golden, Model } from '../packs/manifest';
import { readFile, readGolden } from '../packs/read';
import { Network } from './engine';
import type { LoadRequest } from './protocol';

/** A network and what its pack says about it. */
export interface ReadyModel<M extends Model = Model> {
  model: M;
  network: Network;
  /** Time of one warm run of the golden input; null where it was not run. */
  milliseconds: number | null;
}

/** Fetches, verifies and starts a model, and proves on this device that it computes what it should. */
export async function loadModel(
  { base, manifest, role, provider, check }: LoadRequest,
  onBytes: (done: number, total: number) => void,
): Promise<PackResult<ReadyModel>> {
  const model = manifest.models.find((candidate) => candidate.role === role);
  if (!model) return refuse('role_missing', `The pack "${manifest.title}" has no ${role} model.`);
  const bytes = await readFile(base, manifest, model.file, onBytes);
  if (!bytes.ok) return bytes;
  const golden = check ? await readGolden(base, manifest, model.golden) : null;
  if (golden && !golden.ok) return golden;
  try {
    const network = await Network.load(bytes.value, provider);
    release(bytes.value);
    const trial = golden ? await tryGolden(network, model, golden.value) : null;
    if (trial && !(trial.error <= golden!.value.tolerance)) {
      const message = `${model.file} gives wrong numbers on this device (${provider}): off by ${trial.error.toPrecision(2)}.`;
      return refuse('golden_failed', message, model.file);
    }
    return { ok: true, value: { model, network, milliseconds: trial?.milliseconds ?? null } };
  } catch (error) {
    if (error instanceof RangeError) return refuse('out_of_memory', `There is not enough memory for ${model.file}.`);
    const why = error instanceof Error ? error.message : String(error);
    return refuse('model_unusable', `${model.file} could not be started (${provider}): ${why}`, model.file);
  }
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
  const buffer = bytes.buffer as ArrayBuffer & { transfer?: (length: number) => ArrayBuffer };
  buffer.transfer?.(0);
}

async function tryGolden(
  network: Network,
  model: Model,
  golden: Golden,
): Promise<{ error: number; milliseconds: number }> {
  const { data, shape } = goldenInput(golden.input);
  const run = (): Promise<Float32Array> => network.run(model.input.name, data, shape, model.output.name);
  const error = goldenError(golden, await run());
  const start = performance.now();
  await run();
  return { error, milliseconds: performance.now() - start };
}
