/** Serves a policy pack, web-llm as it is published and onnxruntime-web to a page that holds nothing else. */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { ROOT } from './run.ts';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';

export const WEBLLM = join(ROOT, 'node_modules/@mlc-ai/web-llm/lib/index.js');

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
} as Record<string, string>;
/** @param folders what is served under each first part of a path */
async function serve(folders: Record<string, string>) {
  const server = createServer((request, response) => {
    const [, first = '', ...rest] = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname).split('/');
    const folder = folders[first];
    const file = folder === undefined ? '' : rest.length ? join(folder, ...rest) : folder;
    if (first === '') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    else if (!existsSync(file)) response.writeHead(404).end();
    else {
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const address = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

export function servePolicy(pack: string, library: string = WEBLLM) {
  const ort = join(ROOT, 'node_modules/onnxruntime-web/dist');
  // web-llm asks for .../resolve/main/FILE.
  return serve({ pack, 'webllm.js': library, ort, model: join(pack, 'webllm') });
}

export async function openBare(context: BrowserContext, origin: string) {
  const page = await context.newPage();
  await page.route('**/resolve/main/**', (route) =>
    route.continue({ url: route.request().url().replace('/resolve/main', '') }),
  );
  await page.goto(origin);
  return page;
}
