import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../scripts/browser.ts';
import { DIST } from '../scripts/build.ts';
import { ensureBrowser } from '../scripts/install-browser.ts';
import { hasKit, KIT, writeKitPack } from '../scripts/kit-pack.ts';
import { startServer, type RunningServer } from '../scripts/server.ts';
import type { Answer } from '../src/testing/misbehaving.ts';
import { openOutside, type Outside } from './outside.ts';

interface Site extends RunningServer {
  /** Paths that reached the server, in order. */
  requests: string[];
  /** What "offline" means for a service worker: Playwright's own switch does not reach it. */
  stop: () => Promise<void>;
}

interface WorkerFixtures {
  outside: Outside;
  /** Folder of a pack made of the test kit's models, served as /packs/kit/; null where there is no kit. */
  kitPack: string | null;
}

interface TestFixtures {
  /** The built app; a test of updates serves a copy that it changes. */
  siteRoot: string;
  /** Folders served as packs besides those of the build, by name. */
  packs: Record<string, string>;
  /** The packs that come with the app, the better first; null for those of the build. */
  ownPacks: string[] | null;
  /** Answers that the server gives by path instead of its files: for tests of a server that misbehaves. */
  answers: Map<string, Answer>;
  /** What the console may say without failing the test: for tests that make something go wrong. */
  allowedProblems: RegExp[];
  site: Site;
  problems: string[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  outside: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const outside = await openOutside();
      await use(outside);
      await outside.close();
    },
    { scope: 'worker' },
  ],

  launchOptions: [
    async ({ outside }, use) => {
      const args = [...CHROMIUM_FLAGS, `--proxy-server=${outside.proxy}`];
      await use({ executablePath: await ensureBrowser(), args });
    },
    { scope: 'worker' },
  ],

  kitPack: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'goldcrest-kit-'));
      await use(hasKit ? await writeKitPack(join(folder, 'kit')) : null);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  siteRoot: [DIST, { option: true }],
  ownPacks: [null, { option: true }],
  allowedProblems: [[], { option: true }],

  packs: async ({ kitPack }, use) => {
    await use(kitPack === null ? {} : { kit: kitPack });
  },

  // eslint-disable-next-line no-empty-pattern -- as above
  answers: async ({}, use) => {
    await use(new Map());
  },

  site: async ({ siteRoot, packs, ownPacks, answers }, use) => {
    const requests: string[] = [];
    const server = await startServer({
      root: siteRoot,
      packs,
      own: ownPacks?.map((name) => ({ name })),
      onRequest: (path) => requests.push(path),
      intercept: (request, response) => {
        const answer = answers.get(request.url ?? '');
        answer?.(request, response);
        return answer !== undefined;
      },
    });
    await use({ ...server, requests, stop: server.close });
    await server.close();
  },

  baseURL: async ({ site }, use) => {
    await use(site.origin);
  },

  problems: [
    async ({ context, allowedProblems }, use) => {
      const problems: string[] = [];
      context.on('weberror', (error) => problems.push(String(error.error())));
      context.on('console', (message) => {
        const isProblem = message.type() === 'error' || message.type() === 'warning';
        if (isProblem) problems.push(`${message.text()} (${message.location().url})`);
      });
      await use(problems);
      const unexpected = problems.filter((problem) => !allowedProblems.some((pattern) => pattern.test(problem)));
      expect(unexpected, 'the console stays quiet').toEqual([]);
    },
    { auto: true },
  ],
});

/** Marks a file or group of tests that needs the third-party models and photos of the test kit. */
export function needsKit(): void {
  test.skip(!hasKit, `needs the test kit at ${KIT}, which is not there`);
}

export { expect };
