import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands for the whole internet: notes every request that leaves this machine, and answers none. */
export interface Outside {
  proxy: string;
  requests: string[];
  close: () => Promise<void>;
}

/** Chromium looks for updates, an account and hints on filling forms whatever its flags; no page of ours asks these. */
const ASKED_BY_THE_BROWSER = ['update.googleapis.com', 'accounts.google.com', 'content-autofill.googleapis.com'];

/**
 * A proxy sees what the page's own events do not: requests of workers, of service workers, and of the browser. Chromium
 * never sends loopback addresses to a proxy, so the app itself is not in the way.
 */
export async function openOutside(): Promise<Outside> {
  const requests: string[] = [];
  const note = (address = '') => {
    if (!ASKED_BY_THE_BROWSER.some((host) => address.includes(host))) requests.push(address);
  };
  const server = createServer((request, response) => {
    note(request.url);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    note(request.url);
    socket.end('HTTP/1.1 502 Nobody there\r\n\r\n');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => {
        done();
      });
      server.closeAllConnections();
    });
  return { proxy: `http://127.0.0.1:${port}`, requests, close };
}
