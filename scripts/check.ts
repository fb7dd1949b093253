/**
 * `npm run check`: lint, format, types, unused code and unit tests, three at a time. Output is shown only for what failed.
 */
import { STATIC_CHECKS, UNIT_TESTS, type Check } from './checks.ts';
import { isMain, main, runTool } from './run.ts';

/** The unit tests take two cores by themselves but wait a lot; two more keep both busy to the end. */
const AT_ONCE = 3;

/** @returns the names of those that failed */
export async function runChecks(checks: Check[]): Promise<string[]> {
  const queue = [...checks];
  const failed: string[] = [];
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
    const failed = await runChecks([UNIT_TESTS, ...STATIC_CHECKS]);
    if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
    return failed.length > 0 ? 1 : 0;
  });
}
