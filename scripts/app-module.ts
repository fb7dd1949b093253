/** Modules of the app for scripts that must keep to its rules. */
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from './run.ts';

const loaded = new Map<string, Promise<unknown>>();

async function load(path: string) {
  return (await runnerImport(join(ROOT, 'src', path), { logLevel: 'error' })).module;
}

/**
 * A module of the app, as it is.
 * @param path below src/
 */
export function app(path: string): Promise<unknown> {
  const module = loaded.get(path) ?? load(path);
  loaded.set(path, module);
  return module;
}
