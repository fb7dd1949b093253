import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.ts';

const headings = (changelog: string) => [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

/** A version under work stands nowhere yet; one that was released has its heading, and nothing newer stands above. */
function isConsistent(version: string, changelog: string) {
  const released = headings(changelog).filter((heading) => heading !== 'Unreleased');
  const [newest] = released;
  return newest === undefined ? headings(changelog)[0] === 'Unreleased' : newest.split(' ')[0] === version;
}

test('the version in package.json is the newest in the changelog', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(isConsistent(version, readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))).toBe(true);
});

test('a version without its heading, or a heading without its version, is found', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- x\n\n## 0.2.0 (2026-12-01)\n\n- y\n\n## 0.1.0\n';
  expect(isConsistent('0.2.0', changelog)).toBe(true);
  expect(isConsistent('0.3.0', changelog)).toBe(false);
  expect(isConsistent('0.1.0', changelog)).toBe(false);
  expect(isConsistent('0.1.0', '# Changelog\n\n## Unreleased\n')).toBe(true);
});
