/** What `npm run check` looks at besides the tests. */

/** Script: below node_modules */
export interface Check {
  name: string;
  script: string;
  args: string[];
  env?: Record<string, string>;
}

const CACHE_BY_CONTENT = ['--cache-strategy', 'content', '--cache-location'];

/** The slowest first, so that the short ones fill the second core. */
export const STATIC_CHECKS: Check[] = [
  {
    name: 'lint of components',
    script: 'eslint/bin/eslint.js',
    // By content: a change of branch touches the files and changes nothing in most of them.
    args: ['--max-warnings', '0', '--cache', ...CACHE_BY_CONTENT, 'node_modules/.cache/eslint/', '.'],
    // Its parser lets the compiler read components as it does itself, instead of building the program anew for each.
    env: { SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK: '1' },
  },
  {
    name: 'format',
    script: 'prettier/bin/prettier.cjs',
    args: ['--check', '--log-level', 'warn', '--cache', ...CACHE_BY_CONTENT, 'node_modules/.cache/prettier.json', '.'],
  },
  { name: 'lint', script: 'oxlint/bin/oxlint', args: ['--deny-warnings'] },
  {
    name: 'svelte-check',
    script: 'svelte-check/bin/svelte-check',
    // By the native compiler, four times as fast; what it writes is kept in .svelte-check.
    args: ['--tsgo', '--incremental', '--tsconfig', 'tsconfig.app.json', '--fail-on-warnings', '--output', 'human'],
  },
  // svelte-check has seen everything in tsconfig.app.json, components or not.
  {
    name: 'types',
    script: '@typescript/native/bin/tsc',
    args: ['--build', 'tsconfig.worker.json', 'tsconfig.node.json'],
  },
  { name: 'unused code', script: 'knip/bin/knip.js', args: [] },
];

/** Takes longest once lint has its cache, so it goes first. */
export const UNIT_TESTS: Check = {
  name: 'unit tests',
  script: 'vitest/vitest.mjs',
  args: ['run', '--project', 'unit'],
};
