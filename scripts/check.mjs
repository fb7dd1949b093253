/**
 * `npm run check`: lint, format, types, unused code and unit tests, three at a time. Output is shown only for what failed.
 */
import { STATIC_CHECKS, UNIT_TESTS } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { isMain, main, runTool } from './run.mjs';

/** The unit tests take two cores by themselves but wait a lot; two more keep both busy to the end. */
const AT_ONCE = 3;

/** @typedef {import('./checks.mjs').Check} Check */

/**
 * @param {Check[]} checks
 * @returns {Promise<string[]>} the names of those that failed
 */
export async function runChecks(checks) {
  const queue = [...checks];
  /** @type {string[]} */
  const failed = [];
  const takeFromQueue = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const { code, output, ms } = await runTool(check.script, check.args, { quiet: true, env: check.env ?? {} });
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${(ms / 1000).toFixed(1)} s)`);
      if (code === 0) continue;
      failed.push(check.name);
      console.log(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeFromQueue));
  return failed;
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await ensureInstalled();
    const failed = await runChecks([UNIT_TESTS, ...STATIC_CHECKS]);
    if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
    return failed.length > 0 ? 1 : 0;
  });
}
