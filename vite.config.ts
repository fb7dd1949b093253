import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { markLater } from './scripts/first-screen.ts';
import { policyInPage } from './scripts/host-files.ts';
import { wat } from './scripts/wat-plugin.ts';

/** Where the build is written. */
let outDir = '';

/** What the build of the app and that of the evaluation have in common. */
export const shared = {
  // A missing file must be a 404, never index.html with status 200: a model loader would try to parse that.
  appType: 'mpa',
  // Addresses relative to the page: the same build works at the root of a host and under any path.
  base: './',
  // onnxruntime's glue script has to stay a file of its own: its threads start from it.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  worker: { format: 'es', plugins: () => [wat()], rolldownOptions: { checks: { bundlerTimings: false } } },
  build: {
    target: 'es2023',
    // The CSP allows data: for images only; fonts and workers have to stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
  },
} satisfies UserConfig;

export default defineConfig({
  ...shared,
  plugins: [
    svelte(),
    wat(),
    policyInPage(),
    {
      name: 'where-it-is-written',
      configResolved: ({ root, build }) => {
        outDir = resolve(root, build.outDir);
      },
    },
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*'],
        globIgnores: ['sw.js', 'headless.html', 'screenshots/**', '**/*.map', '**/*.md'],
        // Model files are listed too, so that the worker knows their versions; src/sw.ts keeps them out of the precache.
        maximumFileSizeToCacheInBytes: 128 * 1024 * 1024,
        manifestTransforms: [markLater(() => outDir)],
      },
    }),
  ],
  build: {
    ...shared.build,
    // headless.html is the same app without a screen, for the command line and the tests.
    rolldownOptions: { input: ['index.html', 'headless.html'], checks: { bundlerTimings: false } },
  },
  server: {
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
  optimizeDeps: { exclude: ['onnxruntime-web'] },
});
