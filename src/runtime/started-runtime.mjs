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
 * What has been started, by the address of its binary.
 * @type {Map<string, StartedRuntime>}
 */
export const started = new Map();

/** @param {{ locateFile: (name: string) => string }} config */
export default async function start(config) {
  const binary = config.locateFile('');
  const glue = /** @type {{ default: (config: unknown) => Promise<StartedRuntime> }} */ (
    await import(/* @vite-ignore */ glues.get(binary) ?? '')
  );
  const runtime = await glue.default(config);
  started.set(binary, runtime);
  return runtime;
}
