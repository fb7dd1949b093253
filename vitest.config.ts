import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { wat } from './scripts/wat-plugin.ts';
import { CHROMIUM_FLAGS, findBrowser } from './scripts/browser.ts';

const COMPONENT_TESTS = ['src/**/*.svelte.{test,spec}.ts'];

export default defineConfig({
  plugins: [svelte(), wat()],
  test: {
    // Property tests take seconds where other work shares the cores; a hang is still noticed.
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{src,workers,evaluation,training,scripts}/**/*.{test,spec}.ts'],
          exclude: COMPONENT_TESTS,
          setupFiles: ['src/testing/property-seed.ts'],
          // Modules are loaded once for all files: half the time. A test undoes what it changes outside itself.
          isolate: false,
          // Every core: on two of them vitest would take one, and some tests wait more than they work.
          maxWorkers: '100%',
        },
      },
      {
        extends: true,
        // Found by the scan before the first test; a dependency found during one would reload the page under it.
        optimizeDeps: { entries: ['index.html', 'src/**/*.svelte', 'src/**/*.ts', '!src/**/*.test.ts', '!src/sw*'] },
        test: {
          name: 'component',
          include: COMPONENT_TESTS,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findBrowser() ?? 'chromium', args: CHROMIUM_FLAGS },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
          },
        },
      },
    ],
  },
});
