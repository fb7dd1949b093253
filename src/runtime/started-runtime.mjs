/**
 * Stands between onnxruntime and its own glue. onnxruntime keeps to itself what the glue starts, and the memory in that is
 * where the bytes of a model have to be in the end. A file as it is, because onnxruntime imports it by its address.
 */

/** @typedef {import('./runtime-room').StartedRuntime} StartedRuntime */

/**
 * The address of the glue that belongs to a binary, by the binary's address: the only thing that onnxruntime says here.
 * @type {Map<string, string>}
 */
export const glues = new Map();

/**
 * How a binary comes, by its address.
 * @type {Map<string, () => Promise<Response>>}
 */
export const binaries = new Map();

/**
 * What has been started, by the address of its binary.
 * @type {Map<string, StartedRuntime>}
 */
export const started = new Map();

/**
 * @typedef {object} Config what onnxruntime asks its glue for
 * @property {(name: string) => string} locateFile
 * @param {Config} config
 */
export default async function start(config) {
  const binary = config.locateFile('');
  const glue = /** @type {{ default: (config: unknown) => Promise<StartedRuntime> }} */ (
    await import(/* @vite-ignore */ glues.get(binary) ?? '')
  );
  const response = await binaries.get(binary)?.();
  // Compiled here: what goes wrong in the glue's own hook is never told to anybody.
  const compiled = response && (await WebAssembly.compileStreaming(response));
  const runtime = await glue.default(compiled ? { ...config, instantiateWasm: instantiate(compiled) } : config);
  started.set(binary, runtime);
  return runtime;
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
