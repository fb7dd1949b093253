import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { browserTable, cardOf, resultsOf, withBrowserTable, type BrowserResults } from './model-cards.ts';
import { bootstrap } from '../evaluation/bootstrap.ts';
import { median, wilson } from './statistics.ts';

const results = (value: number): BrowserResults => ({
  date: '2026-01-01',
  command: 'npm run bench:models',
  figures: [{ name: 'speed', value, low: 0.1, high: 2, n: 30, target: 'at most 1.2', holds: value <= 1.2 }],
});

describe('a model card', () => {
  test('gets its table at the end, and a later one in the same place', () => {
    const first = withBrowserTable('# Card\n\nWords.\n', results(1));
    expect(first).toContain('| speed | 1.000 | 0.100 to 2.000 | 30 | at most 1.2: holds |');
    const second = withBrowserTable(`${first}\n## After\n`, results(1.5));
    expect(second).toContain('| speed | 1.500 | 0.100 to 2.000 | 30 | at most 1.2: missed |');
    expect(second).not.toContain('1.000');
    expect(second.match(/## In the browser/g)).toHaveLength(1);
    expect(second.trimEnd().endsWith('## After')).toBe(true);
  });

  test.each(['image', 'detector', 'geo', 'sound'])('of %s shows what was measured, and nothing typed in', (role) => {
    const file = resultsOf(role);
    if (!existsSync(file)) return;
    const measured = JSON.parse(readFileSync(file, 'utf8')) as BrowserResults;
    expect(readFileSync(cardOf(role), 'utf8')).toContain(browserTable(measured));
  });
});

describe('uncertainty', () => {
  test('of a share that is 0 or 1 is still an interval', () => {
    expect(wilson(0, 100)[1]).toBeCloseTo(0.037, 3);
    expect(wilson(100, 100)[0]).toBeCloseTo(0.963, 3);
  });

  test('of a median lies around it and is the same each time', () => {
    const values = Array.from({ length: 41 }, (_, i) => i);
    const interval = bootstrap(values, median);
    expect(interval.low).toBeLessThan(20);
    expect(interval.high).toBeGreaterThan(20);
    expect(bootstrap(values, median)).toEqual(interval);
  });
});
