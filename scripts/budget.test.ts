import { expect, test } from 'vitest';
import { firstLoadScripts } from './budget.ts';

test('the first load is the entry and its static imports, each once', () => {
  const manifest = {
    'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_a.js', '_b.js'], dynamicImports: ['late.ts'] },
    '_a.js': { file: 'assets/a.js', imports: ['_b.js'] },
    '_b.js': { file: 'assets/b.js', imports: ['_a.js'] },
    'late.ts': { file: 'assets/late.js' },
  };
  expect(firstLoadScripts(manifest)).toEqual(['assets/index.js', 'assets/a.js', 'assets/b.js']);
});
