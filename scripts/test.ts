/**
 * `npm test`: installs what is missing (packages and a browser), checks the code, then runs the unit, component and
 * end-to-end tests. The last line is the sum over all of them: `N passed, N failed`.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBrowser } from './install-browser.ts';
import { CACHE, main, runTool } from './run.ts';
import { playwrightCounts, sumCounts, summaryLine, vitestCounts, withExitCode, type Counts } from './test-counts.ts';

/** @returns one a check */
async function staticChecks(): Promise<Counts> {
  const { runChecks } = await import('./check.ts');
  const { STATIC_CHECKS } = await import('./checks.ts');
  const failed = await runChecks(STATIC_CHECKS);
  const counts = { passed: STATIC_CHECKS.length - failed.length, failed: failed.length, skipped: 0 };
  return { ...counts, failures: failed.map((name) => `check: ${name}`) };
}

function freshReport(name: string) {
  mkdirSync(CACHE, { recursive: true });
  const file = join(CACHE, name);
  rmSync(file, { force: true });
  return file;
}

async function vitest(project: 'unit' | 'component') {
  const report = freshReport(`${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runTool('vitest/vitest.mjs', ['run', '--project', project, '--passWithNoTests', ...reporters]);
  return withExitCode(vitestCounts(report), code);
}

async function endToEnd() {
  const report = freshReport('e2e.json');
  const { code } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return withExitCode(playwrightCounts(report), code);
}

/** @returns the build is a test of its own: it fails beyond the size budget */
async function build(): Promise<Counts> {
  const { DIST, ensureBuilt } = await import('./build.ts');
  try {
    await ensureBuilt();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    rmSync(DIST, { recursive: true, force: true });
  }
  return existsSync(DIST) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

await main(async () => {
  process.env.CHROME_PATH = await ensureBrowser();
  const counts: Counts[] = [];
  const step = async (title: string, body: () => Promise<Counts>) => {
    console.log(`\n${title}`);
    const { failures = [], ...sums } = await body();
    // Errors outside any test fail a suite too.
    const unnamed = sums.failed > failures.length ? [`${title}: more broke than its tests, see there`] : [];
    counts.push({ ...sums, failures: [...failures, ...unnamed] });
  };
  await step('Checks', staticChecks);
  await step('Unit tests', () => vitest('unit'));
  await step('Component tests', () => vitest('component'));
  await step('Build', build);
  if (counts.at(-1)?.failed === 0) await step('End-to-end tests', endToEnd);
  const sum = sumCounts(counts);
  // Again at the end, where they are found: the first may stand thousands of lines above.
  for (const failure of sum.failures) console.log(`\nFailed: ${failure}`);
  console.log(`\n${summaryLine(sum)}`);
  return sum.failed > 0 ? 1 : 0;
});
