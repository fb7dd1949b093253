/**
 * A small static server for the built app, with Node's own modules only. `npm start` runs it; tests, benches and the
 * command line start it as a module. Alone: `node scripts/launch.mjs server [--root DIR] [--pack DIR]...`
 */
import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage as Request, type ServerResponse as Response } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Server } from 'node:net';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ownCertificate, type Certificate } from './certificate.ts';
import { isMain, UserError } from './run.ts';
import { describeServed, ownAddresses, readListen } from './serve-options.ts';
import { chooseEncoding, compress, findFile, parseRange, type FoundFile } from './server-file.ts';
import { cacheControl, isCompressible, mimeType, SECURITY_HEADERS } from './server-headers.ts';

export interface OwnPack {
  name: string;
  whenUsed?: boolean;
}
/** packs: folder by name, served as /packs/<name>/; own: the packs that come with the app, where it is not those of the build */
interface Site {
  root: string;
  packs: Record<string, string>;
  own?: OwnPack[] | undefined;
}
type ServerOptions = Partial<Site> & {
  root: string;
  port?: number;
  /** Whether no other port will do. */
  exact?: boolean;
  host?: string;
  /** Serves https. */
  certificate?: Certificate | undefined;
  onRequest?: (path: string) => void;
  intercept?: Intercept;
};
/** For tests: true where it has answered itself */
type Intercept = (request: Request, response: Response) => boolean;
export interface RunningServer {
  origin: string;
  port: number;
  close: () => Promise<void>;
}

const PORTS_TRIED = 50;
/** The list of packs that come with the app; src/packs/own-packs.ts has its schema. */
const OWN_PACKS = 'packs/index.json';
const PACK_NAME = /^[a-z0-9-]+$/;

function sendText(response: Response, status: number, message: string, headers: Record<string, string> = {}) {
  const type = 'text/plain; charset=utf-8';
  response.writeHead(status, { ...SECURITY_HEADERS, 'Content-Type': type, 'Cache-Control': 'no-cache', ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : `${message}\n`);
}

function findInSite(site: Site, path: string) {
  const [, name, rest] = /^\/packs\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const mounted = name === undefined ? undefined : site.packs[name];
  if (mounted !== undefined && rest !== undefined) return findFile(mounted, rest);
  return findFile(site.root, path === '/' ? 'index.html' : path.slice(1));
}

function decodePath(url: string | undefined) {
  try {
    return decodeURIComponent((url ?? '/').split(/[?#]/, 1)[0] ?? '/');
  } catch {
    return undefined;
  }
}

async function answer(site: Site, request: Request, response: Response) {
  const shared = request.method === 'POST' && decodePath(request.url) === '/share/';
  if (shared) {
    // A share that came before the service worker was there to take it: its files are not read, and the page explains.
    request.resume();
    response.writeHead(303, { ...SECURITY_HEADERS, Location: './index.html' }).end();
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    sendText(response, 405, 'Only GET and HEAD are answered here.', { Allow: 'GET, HEAD' });
    return;
  }
  const path = decodePath(request.url);
  if (path === `/${OWN_PACKS}` && site.own) {
    const headers = { ...SECURITY_HEADERS, 'Content-Type': mimeType(path), 'Cache-Control': cacheControl(path) };
    response.writeHead(200, headers).end(JSON.stringify({ format: 1, packs: site.own }));
    return;
  }
  const found = path === undefined ? undefined : await findInSite(site, path);
  if (path === undefined || !found) {
    sendText(response, 404, 'Not found.');
    return;
  }
  await sendFile(found, path, request, response);
}

async function sendFile(found: FoundFile, path: string, request: Request, response: Response) {
  const type = mimeType(found.file);
  const compressible = isCompressible(type);
  const encoding = compressible ? chooseEncoding(request.headers['accept-encoding']) : undefined;
  const tag = `"${found.tag}${encoding ? `-${encoding}` : ''}"`;
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': type,
    'Cache-Control': cacheControl(path),
    ETag: tag,
    ...(compressible ? { Vary: 'Accept-Encoding' } : { 'Accept-Ranges': 'bytes' }),
  };
  if (request.headers['if-none-match']?.includes(tag)) {
    response.writeHead(304, headers).end();
    return;
  }
  if (encoding) {
    const body = await compress(found, encoding);
    response.writeHead(200, { ...headers, 'Content-Encoding': encoding, 'Content-Length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  const ifRange = request.headers['if-range'];
  const rangeAllowed = !compressible && (ifRange === undefined || ifRange === tag);
  const range = rangeAllowed ? parseRange(request.headers.range, found.bytes) : undefined;
  if (range === 'unsatisfiable') {
    sendText(response, 416, 'The file is shorter than that.', { 'Content-Range': `bytes */${found.bytes}` });
    return;
  }
  const { start, end } = range ?? { start: 0, end: found.bytes - 1 };
  const partial = range ? { 'Content-Range': `bytes ${start}-${end}/${found.bytes}` } : {};
  response.writeHead(range ? 206 : 200, { ...headers, ...partial, 'Content-Length': end - start + 1 });
  if (request.method === 'HEAD' || found.bytes === 0) response.end();
  // A reader that goes away in mid-file ends the stream; there is nobody left to tell.
  else pipeline(createReadStream(found.file, { start, end }), response, () => undefined);
}

/** @returns the port, or 0 if it is taken */
function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((done, fail) => {
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(0);
      else if (error.code === 'EACCES')
        fail(new UserError(`Port ${port} may not be used by this user; choose one over 1023.`));
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        fail(new UserError(`${host} is no address of this machine.`));
      else fail(error);
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      const address = server.address();
      done(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Serves a built app. `port` 0 means any free one; another port that is taken moves on to the next free one. */
export async function startServer({
  root,
  packs = {},
  own,
  port = 0,
  exact = false,
  host = '127.0.0.1',
  certificate,
  onRequest,
  intercept,
}: ServerOptions): Promise<RunningServer> {
  const site = { root, packs, own };
  const respond = (request: Request, response: Response) => {
    onRequest?.(request.url ?? '');
    if (intercept?.(request, response)) return;
    answer(site, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else
        sendText(response, 500, `This file could not be read: ${error instanceof Error ? error.message : 'unknown'}`);
    });
  };
  const server = certificate ? createSecureServer(certificate, respond) : createServer(respond);
  let bound = 0;
  for (let tried = 0; bound === 0 && tried < (exact ? 1 : PORTS_TRIED); tried++) {
    bound = await listen(server, port === 0 ? 0 : port + tried, host);
  }
  if (bound === 0) {
    const taken = exact ? `Port ${port} is taken` : `The ports ${port} to ${port + PORTS_TRIED - 1} are all taken`;
    throw new UserError(`${taken}. Choose another: npm start -- --port N`);
  }
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => {
        done();
      });
      server.closeAllConnections();
    });
  return { origin: `${certificate ? 'https' : 'http'}://localhost:${bound}`, port: bound, close };
}

async function readPacks(folders: string[]): Promise<Record<string, string>> {
  const packs: Record<string, string> = {};
  for (const folder of folders) {
    const name = basename(resolve(folder));
    if (!PACK_NAME.test(name)) throw new UserError(`A pack's folder is named with a-z, 0-9 and "-" only: ${folder}`);
    const manifest = await stat(resolve(folder, 'manifest.json')).catch(() => undefined);
    if (!manifest?.isFile()) throw new UserError(`There is no manifest.json in ${folder}`);
    packs[name] = resolve(folder);
  }
  return packs;
}

/** The packs that come with a built app, the better before the usual. */
export function readOwnPacks(root: string): OwnPack[] {
  return (JSON.parse(readFileSync(join(root, OWN_PACKS), 'utf8')) as { packs: OwnPack[] }).packs;
}

/** Serves until Ctrl-C and says where. */
export async function serve(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      https: { type: 'boolean', default: false },
      root: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
      pack: { type: 'string', multiple: true, default: [] },
      better: { type: 'string', multiple: true, default: [] },
    },
  });
  const wanted = readListen(values, process.env);
  const better = await readPacks(values.better);
  const packs = { ...(await readPacks(values.pack)), ...better };
  const own = [...Object.keys(better).map((name) => ({ name })), ...readOwnPacks(values.root)];
  const certificate = values.https ? await ownCertificate([...ownAddresses(), wanted.host]) : undefined;
  const server = await startServer({ root: values.root, packs, own, certificate, ...wanted });
  const { port } = server;
  if (wanted.port !== 0 && port !== wanted.port) console.log(`Port ${wanted.port} is taken, so this is another.`);
  const names = [...new Set([...own.map(({ name }) => name), ...Object.keys(packs)])];
  for (const line of describeServed({ host: wanted.host, port, https: values.https, packs: names })) console.log(line);
  const stop = () => {
    void server.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

if (isMain(import.meta.url)) {
  serve(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
