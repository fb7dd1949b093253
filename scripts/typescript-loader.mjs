/** Lets Node 20 load TypeScript: types are taken out of each .ts file as it is read. Registered by launch.mjs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

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
