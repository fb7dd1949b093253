import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DIST } from '../scripts/build.ts';
import { findFile } from '../scripts/server-file.ts';
import { mimeType } from '../scripts/server-headers.ts';
import { test } from './fixtures.ts';

/** The built app on a host that knows files and their types, sends no headers and compresses nothing, under a path. */
export interface PlainHost {
  address: string;
  /** Bodies that were sent, in order, by paths below the app. */
  sent: { path: string; bytes: number }[];
  stop: () => Promise<void>;
}

async function startPlainHost(): Promise<PlainHost> {
  const sent: PlainHost['sent'] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const [, path] = /^\/a\/b\/([^?]*)/.exec(decodeURIComponent(request.url ?? '')) ?? [];
      const name = path === '' ? 'index.html' : path;
      const found = name === undefined ? undefined : await findFile(DIST, name);
      if (!found || name === undefined)
        return response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
      const body = await readFile(found.file);
      if (request.method !== 'HEAD') sent.push({ path: name, bytes: body.length });
      const headers = { 'Content-Type': mimeType(found.file), 'Content-Length': body.length };
      return response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stop = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { address: `http://localhost:${(server.address() as AddressInfo).port}/a/b/`, sent, stop };
}

export const plainHost = test.extend<{ host: PlainHost }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  host: async ({}, use) => {
    const host = await startPlainHost();
    await use(host);
    await host.stop();
  },
});
