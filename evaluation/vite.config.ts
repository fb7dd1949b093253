import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { wat } from '../scripts/wat-plugin.ts';
import { shared } from '../vite.config.ts';

/** The app without a screen and what measures it: built apart, so that nothing of it is in the app that people get. */
export default defineConfig({
  ...shared,
  root: import.meta.dirname,
  publicDir: '../public',
  plugins: [svelte(), wat()],
  build: {
    ...shared.build,
    rolldownOptions: { input: join(import.meta.dirname, 'headless.html'), checks: { bundlerTimings: false } },
  },
});
