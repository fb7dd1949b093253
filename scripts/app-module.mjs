/** Modules of the app for scripts that must keep to its rules. */
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from './run.mjs';

/** @type {Map<string, Promise<unknown>>} */
const loaded = new Map();

/** @param {string} path */
async function load(path) {
  return (await runnerImport(join(ROOT, 'src', path), { logLevel: 'error' })).module;
}

/**
 * A module of the app, as it is.
 * @param {string} path below src/
 * @returns {Promise<unknown>}
 */
export function app(path) {
  const module = loaded.get(path) ?? load(path);
  loaded.set(path, module);
  return module;
}
