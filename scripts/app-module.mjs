/** Modules of the app for scripts that must keep to its rules. */
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from './run.mjs';

/**
 * A module of the app, as it is.
 * @param {string} path below src/
 * @returns {Promise<unknown>}
 */
export async function app(path) {
  return (await runnerImport(join(ROOT, 'src', path), { logLevel: 'error' })).module;
}
