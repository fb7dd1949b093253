/**
 * Lets Node 20 load TypeScript: types are taken out of each .ts file as it is read, and an import without an ending, as the app
 * writes them, finds its file. Registered by launch.mjs.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, nextResolve) {
  if (!specifier.startsWith('.') || !context.parentURL?.endsWith('.ts')) return nextResolve(specifier, context);
  const { href } = new URL(`${specifier}.ts`, context.parentURL);
  return nextResolve(existsSync(fileURLToPath(href)) ? href : specifier, context);
}

/** @type {import('node:module').LoadHook} */
export function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), { sourcemap: true });
  const [error] = errors;
  if (error) throw new SyntaxError(`${file}: ${error.message}`);
  // Stack traces then name the lines of the file, not those of the code.
  const mapped = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
  return { format: 'module', shortCircuit: true, source: `${code}\n//# sourceMappingURL=${mapped}` };
}
