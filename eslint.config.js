import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** The plugin's rules look at every file unless told; only components and rune modules can break them. */
const svelteRules = svelte.configs.recommended.map((config) => ({
  files: ['**/*.svelte', '**/*.svelte.ts'],
  ...config,
}));

export default defineConfig(
  globalIgnores(['dist/', 'node_modules/', 'test-results/', 'public/', 'models/']),
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelteRules,
  prettier,
  svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      // The compiler knows every name; this rule knows only the lists of globals above.
      'no-undef': 'off',
      // noUncheckedIndexedAccess makes every typed-array read `number | undefined`; `!` is the idiom inside a bounded loop.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // There are no enums here (erasableSyntaxOnly), and these two are slow to find that out.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts', '**/*.svelte.js'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // ESLint sees what comes from another component as `any`; svelte-check knows the types and has the last word.
    files: ['**/*.svelte'],
    rules: {
      // State is in runes; there are no stores, and looking for them needs the types of everything.
      'svelte/require-store-reactive-access': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // ESLint does not see a JSDoc cast of JSON.parse(); the compiler does, and checks what follows.
    files: ['scripts/**/*.mjs', 'src/**/*.mjs'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-return': 'off' },
  },
  {
    files: ['src/**', 'workers/**'],
    ignores: ['**/*.{test,spec}.ts'],
    rules: { 'no-console': 'error' },
  },
);
