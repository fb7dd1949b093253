/** Reads how many tests passed, and which did not, from the reports the test runners write. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Failures: name and first words of each test that failed; missing where the report has no names */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  failures?: string[];
}

/**
 * A run that broke without a failed test (a config error, a worker that died) still has to count as a failure.
 */
export function withExitCode(counts: Counts | undefined, exitCode: number): Counts {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const broken = exitCode !== 0 || !counts;
  return broken && known.failed === 0 ? { ...known, failed: 1 } : known;
}

export function sumCounts(all: Counts[]) {
  const sum = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] };
  for (const { passed, failed, skipped, failures = [] } of all) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.failures.push(...failures);
  }
  return sum;
}

/** The last line of a test run. */
export function summaryLine({ passed, failed, skipped }: Counts) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function readJson(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The first lines of what a test said: what follows is its stack. */
function firstWords(message: string) {
  const plain = stripVTControlCharacters(message).trim().split('\n');
  return plain.slice(0, 3).join(' ').slice(0, 300);
}

interface VitestAssertion {
  status: string;
  fullName: string;
  failureMessages?: string[];
}

interface VitestFile {
  name: string;
  status: string;
  message?: string;
  assertionResults: VitestAssertion[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: VitestFile[];
}

function vitestFailures({ name, status, message = '', assertionResults }: VitestFile) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const said = failed.map((test) => `${name}: ${test.fullName}: ${firstWords(test.failureMessages?.[0] ?? '')}`);
  return said.length === 0 && status === 'failed' ? [`${name}: ${firstWords(message)}`] : said;
}

export function vitestCounts(file: string): Counts | undefined {
  const report = readJson(file) as VitestReport | undefined;
  if (!report) return undefined;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report;
  const failures = testResults.flatMap(vitestFailures);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures };
}

interface PlaywrightResult {
  error?: { message?: string };
}

interface PlaywrightSpec {
  title: string;
  ok: boolean;
  tests: { results: PlaywrightResult[] }[];
}

interface PlaywrightSuite {
  title: string;
  file?: string;
  specs?: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

function playwrightFailures({ file = '', specs = [], suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  const said = failed.map(({ title, tests }) => {
    const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
    return `${file}: ${title}: ${firstWords(error?.message ?? '')}`;
  });
  return [...said, ...suites.flatMap(playwrightFailures)];
}

/** A test that passed only at a second try is a failure: the suite has no retries. */
export function playwrightCounts(file: string): Counts | undefined {
  const report = readJson(file) as PlaywrightReport | undefined;
  if (!report) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped, failures: report.suites.flatMap(playwrightFailures) };
}

/** pytest's JUnit report. */
export function junitCounts(file: string): Counts | undefined {
  if (!existsSync(file)) return undefined;
  const suite = /<testsuite [^>]*>/.exec(readFileSync(file, 'utf8'))?.[0];
  if (!suite) return undefined;
  const read = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const failed = read('failures') + read('errors');
  return { passed: read('tests') - failed - read('skipped'), failed, skipped: read('skipped') };
}
