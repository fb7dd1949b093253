/** Reads how many tests passed from the reports the test runners write. */
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * A run that broke without a failed test (a config error, a worker that died) still has to count as a failure.
 * @param {Counts | undefined} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
export function withExitCode(counts, exitCode) {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const broken = exitCode !== 0 || !counts;
  return broken && known.failed === 0 ? { ...known, failed: 1 } : known;
}

/** @param {Counts[]} all */
export function sumCounts(all) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of all) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** The last line of a test run. @param {Counts} counts */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {string} file
 * @returns {unknown}
 */
function readJson(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} file @returns {Counts | undefined} */
export function vitestCounts(file) {
  const report =
    /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number } | undefined} */ (
      readJson(file)
    );
  if (!report) return undefined;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

/** A test that passed only at a second try is a failure: the suite has no retries. @param {string} file @returns {Counts | undefined} */
export function playwrightCounts(file) {
  const report =
    /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } } | undefined} */ (
      readJson(file)
    );
  if (!report) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** pytest's JUnit report. @param {string} file @returns {Counts | undefined} */
export function junitCounts(file) {
  if (!existsSync(file)) return undefined;
  const suite = /<testsuite [^>]*>/.exec(readFileSync(file, 'utf8'))?.[0];
  if (!suite) return undefined;
  const read = (/** @type {string} */ name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const failed = read('failures') + read('errors');
  return { passed: read('tests') - failed - read('skipped'), failed, skipped: read('skipped') };
}
