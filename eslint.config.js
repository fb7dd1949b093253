import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const COMPONENTS = ['**/*.svelte'];
const RUNE_MODULES = ['**/*.svelte.ts'];

/** Components, and the rules of Svelte for rune modules. All else is linted by oxlint (.oxlintrc.json). */
export default defineConfig(
  globalIgnores(['dist/', 'node_modules/', 'test-results/', 'public/', 'models/', '.svelte-check/', '**/*.{js,mjs}']),
  {
    files: COMPONENTS,
    extends: [js.configs.recommended, ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
  },
  { files: [...COMPONENTS, ...RUNE_MODULES], extends: [svelte.configs.recommended] },
  prettier,
  svelte.configs.prettier,
  {
    files: [...COMPONENTS, ...RUNE_MODULES],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { parser: ts.parser, svelteConfig },
    },
  },
  {
    files: COMPONENTS,
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
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
      'no-console': 'error',
      // State is in runes; there are no stores, and looking for them needs the types of everything.
      'svelte/require-store-reactive-access': 'off',
      // ESLint sees what comes from another component as `any`; svelte-check knows the types and has the last word.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
