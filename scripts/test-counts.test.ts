import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { playwrightCounts, sumCounts, vitestCounts, withExitCode } from './test-counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'goldcrest-counts-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function reportOf(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('unit tests that failed are named with what they said, and so is a file that did not load', () => {
  const failed = {
    status: 'failed',
    fullName: 'a wren is small',
    failureMessages: ['\u001b[31mno\u001b[39m, it is 2 m'],
  };
  const testResults = [
    { name: 'wren.test.ts', status: 'failed', assertionResults: [failed, { status: 'passed', fullName: 'sings' }] },
    { name: 'owl.test.ts', status: 'failed', message: 'Cannot find package', assertionResults: [] },
  ];
  const numbers = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 };
  expect(vitestCounts(reportOf({ ...numbers, testResults }))).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: ['wren.test.ts: a wren is small: no, it is 2 m', 'owl.test.ts: Cannot find package'],
  });
});

test('end-to-end tests that failed are named, however deep their group', () => {
  const results = [{ error: { message: 'expected a wren\nreceived an owl' } }];
  const specs = [
    { title: 'names the bird', ok: false, tests: [{ results }] },
    { title: 'opens', ok: true, tests: [{ results: [{}] }] },
  ];
  const suites = [{ title: 'a.spec.ts', suites: [{ title: 'a photo', file: 'a.spec.ts', specs }] }];
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
  expect(playwrightCounts(reportOf({ stats, suites }))?.failures).toEqual([
    'a.spec.ts: names the bird: expected a wren received an owl',
  ]);
});

test('a run that broke without a report counts as a failure', () => {
  const missing = vitestCounts(join(folder, 'nowhere.json'));
  expect(sumCounts([withExitCode(missing, 1), { passed: 2, failed: 0, skipped: 0 }])).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: [],
  });
});
