import wasmGlue from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmBinary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import webgpuGlue from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import webgpuBinary from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import type { Provider } from '../domain/ledger';
import { keptCache, tryPut } from '../packs/kept';
import { unpacked } from '../packs/unpacked';
import ownGlue from './runtime-glue.mjs?url';

/** What the script between onnxruntime and its own glue shows. */
interface OwnGlue {
  parts: Map<string, { glue: string; open: () => Promise<Response> }>;
}

const absolute = (url: string): string => new URL(url, globalThis.location.href).href;

/** The parts of onnxruntime. WebGPU has a build of its own. */
const PARTS: Record<Provider, { glue: string; binary: string }> = {
  wasm: { glue: wasmGlue, binary: wasmBinary },
  webgpu: { glue: webgpuGlue, binary: webgpuBinary },
};

/** The build compresses the binaries, because many hosts do not; the development server does not. */
const PACKED = import.meta.env.DEV ? '' : '.gz';

/** Where onnxruntime finds the parts of itself. */
export async function runtimePaths(provider: Provider): Promise<{ mjs: string; wasm: string }> {
  const { glue, binary } = PARTS[provider];
  const { parts } = (await import(/* @vite-ignore */ absolute(ownGlue))) as OwnGlue;
  const address = absolute(binary);
  parts.set(address, { glue: absolute(glue), open: () => openBinary(address) });
  return { mjs: absolute(ownGlue), wasm: address };
}

/** A binary, unpacked as it arrives, and kept for the next worker and the next visit. */
async function openBinary(address: string): Promise<Response> {
  const cache = await keptCache();
  const key = new URL(address).pathname;
  const kept = await cache?.match(key);
  if (kept) return kept;
  const binary = await unpacked(await fetch(address + PACKED));
  void tryPut(cache, key, binary.clone());
  return binary;
}
