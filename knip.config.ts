import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'index.html',
    'headless.html',
    '{workers,evaluation/workers}/*.ts',
    'scripts/*.{mjs,ts}',
    'training/episode-server.ts',
    'evaluation/{index,main}.ts',
    'evaluation/vite.config.ts',
  ],
  project: [
    'src/**/*.{ts,svelte,css}',
    '{workers,evaluation,training}/**/*.ts',
    'scripts/**/*.{mjs,ts}',
    'e2e/**/*.ts',
  ],
  ignoreExportsUsedInFile: true,
  // Run by path, from scripts/checks.ts.
  ignoreDependencies: ['svelte-check', '@typescript/native'],
  // A speech synthesiser and a maker of certificates, which tests use where the machine has them.
  ignoreBinaries: ['espeak-ng', 'openssl'],
  compilers: {
    // Fonts come from packages through url() in the style sheets.
    css: (text) => [...text.matchAll(/url\('(@[^']+)'\)/g)].map(([, file]) => `import '${file ?? ''}';`).join('\n'),
  },
};

export default config;
