import wasmGlue from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmBinary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import webgpuGlue from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import webgpuBinary from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import type { Room } from '../packs/proof';
import type { Provider } from '../domain/ledger';
import { openBinary } from './runtime-binary';
import betweenGlue from './started-runtime.mjs?url';

/** What onnxruntime's glue starts, as far as it is needed here. */
export interface StartedRuntime {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
}

/** What the script between onnxruntime and its own glue shows. */
interface Between {
  glues: Map<string, string>;
  binaries: Map<string, () => Promise<Response>>;
  started: Map<string, StartedRuntime>;
}

const absolute = (url: string): string => new URL(url, globalThis.location.href).href;

/** Where onnxruntime finds the parts of itself. WebGPU has a build of its own. */
const PARTS: Record<Provider, { glue: string; binary: string }> = {
  wasm: { glue: wasmGlue, binary: wasmBinary },
  webgpu: { glue: webgpuGlue, binary: webgpuBinary },
};

const between = (): Promise<Between> => import(/* @vite-ignore */ absolute(betweenGlue)) as Promise<Between>;

/** The same as onnxruntime takes it. */
export async function runtimePaths(provider: Provider): Promise<{ mjs: string; wasm: string }> {
  const { glue, binary } = PARTS[provider];
  const { glues, binaries } = await between();
  const address = absolute(binary);
  glues.set(address, absolute(glue));
  binaries.set(address, () => openBinary(address));
  return { mjs: absolute(betweenGlue), wasm: address };
}

/** Memory of the runtime itself, for the bytes of a model. The runtime takes it back when a network is made of it. */
export class RuntimeRoom implements Room {
  readonly #runtime: StartedRuntime;
  readonly #at: number;
  readonly #length: number;

  private constructor(runtime: StartedRuntime, at: number, length: number) {
    this.#runtime = runtime;
    this.#at = at;
    this.#length = length;
  }

  /** Null as long as the runtime has not started: it does so with its first network. */
  static async of(length: number, provider: Provider): Promise<RuntimeRoom | null> {
    const runtime = (await between()).started.get(absolute(PARTS[provider].binary));
    if (!runtime) return null;
    const at = runtime._malloc(length);
    if (at === 0) throw new RangeError(`no memory for ${length} bytes`);
    return new RuntimeRoom(runtime, at, length);
  }

  put(chunk: Uint8Array, from: number): void {
    this.#runtime.HEAPU8.set(chunk, this.#at + from);
  }

  free(): void {
    this.#runtime._free(this.#at);
  }

  /** Of the memory as it is now: when it grows, it is another buffer, and the runtime knows only its own. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#runtime.HEAPU8.buffer, this.#at, this.#length);
  }
}
