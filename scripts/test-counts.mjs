/** Reads how many tests passed, and which did not, from the reports the test runners write. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Counts
 * failures: name and first words of each test that failed; missing where the report has no names
 */

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
  const sum = { passed: 0, failed: 0, skipped: 0, failures: /** @type {string[]} */ ([]) };
  for (const { passed, failed, skipped, failures = [] } of all) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.failures.push(...failures);
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

/** The first lines of what a test said: what follows is its stack. @param {string} message */
function firstWords(message) {
  const plain = stripVTControlCharacters(message).trim().split('\n');
  return plain.slice(0, 3).join(' ').slice(0, 300);
}

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestAssertion
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestAssertion[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: VitestFile[] }} VitestReport
 */

/** @param {VitestFile} file */
function vitestFailures({ name, status, message = '', assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const said = failed.map((test) => `${name}: ${test.fullName}: ${firstWords(test.failureMessages?.[0] ?? '')}`);
  return said.length === 0 && status === 'failed' ? [`${name}: ${firstWords(message)}`] : said;
}

/** @param {string} file @returns {Counts | undefined} */
export function vitestCounts(file) {
  const report = /** @type {VitestReport | undefined} */ (readJson(file));
  if (!report) return undefined;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report;
  const failures = testResults.flatMap(vitestFailures);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures };
}

/**
 * @typedef {{ error?: { message?: string } }} PlaywrightResult
 * @typedef {{ title: string, ok: boolean, tests: { results: PlaywrightResult[] }[] }} PlaywrightSpec
 * @typedef {{ title: string, file?: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: PlaywrightSuite[] }} PlaywrightReport
 */

/** @param {PlaywrightSuite} suite @returns {string[]} */
function playwrightFailures({ file = '', specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  const said = failed.map(({ title, tests }) => {
    const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
    return `${file}: ${title}: ${firstWords(error?.message ?? '')}`;
  });
  return [...said, ...suites.flatMap(playwrightFailures)];
}

/** A test that passed only at a second try is a failure: the suite has no retries. @param {string} file @returns {Counts | undefined} */
export function playwrightCounts(file) {
  const report = /** @type {PlaywrightReport | undefined} */ (readJson(file));
  if (!report) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped, failures: report.suites.flatMap(playwrightFailures) };
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
