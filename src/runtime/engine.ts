import type { InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import type { Feed } from '../packs/families/family';
import type { Provider } from '../domain/ledger';
import { runtimePaths } from './runtime-paths';

/** Chosen, not measured: two threads were tried; phones mix fast and slow cores, and a slow one holds the rest up. */
const MAX_THREADS = 4;

interface Runtime {
  env: { wasm: { wasmPaths?: unknown; numThreads?: number } };
  InferenceSession: { create(model: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession> };
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

const runtimes = new Map<Provider, Promise<Runtime>>();

/** Loads onnxruntime for a provider, once. Each provider has a build of its own; WebGPU's is fetched only if asked for. */
function runtimeFor(provider: Provider): Promise<Runtime> {
  const known = runtimes.get(provider);
  if (known) return known;
  const loading = load(provider);
  runtimes.set(provider, loading);
  return loading;
}

async function load(provider: Provider): Promise<Runtime> {
  const runtime: Runtime =
    provider === 'webgpu' ? await import('onnxruntime-web/webgpu') : await import('onnxruntime-web/wasm');
  runtime.env.wasm.wasmPaths = await runtimePaths(provider);
  // Threads need shared memory, which only a cross-origin isolated page has.
  runtime.env.wasm.numThreads = globalThis.crossOriginIsolated
    ? Math.min(MAX_THREADS, navigator.hardwareConcurrency)
    : 1;
  return runtime;
}

/** One network, ready to run. */
export class Network {
  readonly #runtime: Runtime;
  readonly #session: InferenceSession;

  private constructor(runtime: Runtime, session: InferenceSession) {
    this.#runtime = runtime;
    this.#session = session;
  }

  /** `weights`: what the graph refers to by this name, where it does not hold its weights itself. */
  static async load(
    graph: Uint8Array,
    provider: Provider,
    weights: { path: string; data: Uint8Array } | null = null,
  ): Promise<Network> {
    const runtime = await runtimeFor(provider);
    const session = await runtime.InferenceSession.create(graph, {
      executionProviders: [provider],
      graphOptimizationLevel: 'all',
      ...(weights ? { externalData: [weights] } : {}),
    });
    return new Network(runtime, session);
  }

  /** Frees the memory; the network cannot run after that. */
  async release(): Promise<void> {
    await this.#session.release();
  }

  /** Runs one input through and gives the named output. */
  async run(
    input: string,
    data: Float32Array,
    shape: readonly number[],
    output: string,
    beside: readonly Feed[] = [],
  ): Promise<Float32Array> {
    const tensors = [{ name: input, data, shape }, ...beside].map((feed) => {
      return [feed.name, new this.#runtime.Tensor('float32', feed.data, feed.shape)] as const;
    });
    const results = await this.#session.run(Object.fromEntries(tensors), [output]);
    const tensor = results[output];
    if (tensor?.type !== 'float32') throw new TypeError(`the model has no float output "${output}"`);
    return (await tensor.getData()) as Float32Array;
  }
}
