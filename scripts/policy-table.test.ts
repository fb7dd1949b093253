import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCS, policyTables, withTables } from './policy-table.ts';

test('the page about policies shows what was measured, and nothing typed in', () => {
  const page = readFileSync(DOCS, 'utf8');
  expect(page).toContain(policyTables());
  expect(withTables(page)).toBe(page);
});
