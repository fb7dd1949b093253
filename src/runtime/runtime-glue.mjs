/**
 * Stands between onnxruntime and its own glue, so that the binary can come compressed from any host and Chromium still keeps
 * what it compiled, which it does for streams only. A file as it is, because onnxruntime imports it by its address.
 */

/**
 * The glue that belongs to a binary and how the binary comes, by the binary's address: the only thing that onnxruntime says here.
 * @type {Map<string, { glue: string, open: () => Promise<Response> }>}
 */
export const parts = new Map();

/**
 * @typedef {object} Config what onnxruntime asks its glue for
 * @property {(name: string) => string} locateFile
 * @param {Config} config
 */
export default async function start(config) {
  const { glue, open } = parts.get(config.locateFile('')) ?? {};
  if (!glue || !open) throw new Error('onnxruntime asked for a binary that it was not given');
  const module = /** @type {{ default: (config: unknown) => Promise<unknown> }} */ (
    await import(/* @vite-ignore */ glue)
  );
  // Compiled here: an error in the glue's own hook would be lost.
  const compiled = await WebAssembly.compileStreaming(await open());
  return module.default({ ...config, instantiateWasm: instantiate(compiled) });
}

/** @param {WebAssembly.Module} compiled */
function instantiate(compiled) {
  return (
    /** @type {WebAssembly.Imports} */ imports,
    /** @type {(instance: WebAssembly.Instance, compiled: WebAssembly.Module) => void} */ receive,
  ) => {
    void WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled));
    return {};
  };
}
