/**
 * Stands between onnxruntime and its own glue, whose address is the fragment of this module's. onnxruntime keeps to itself
 * what the glue starts, and the memory in that is where the bytes of a model have to be in the end. A file as it is, because
 * onnxruntime imports it by its address.
 */

/** @typedef {import('./runtime-room').StartedRuntime} StartedRuntime */
/** @typedef {{ default: (config: unknown) => Promise<StartedRuntime> }} Glue */

const glue = /** @type {Glue} */ (await import(/* @vite-ignore */ new URL(import.meta.url).hash.slice(1)));

/**
 * Null until onnxruntime has been started.
 * @type {StartedRuntime | null}
 */
export let runtime = null;

/** @param {unknown} config */
export default async function start(config) {
  runtime = await glue.default(config);
  return runtime;
}
