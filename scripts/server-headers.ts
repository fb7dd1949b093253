/** The headers every response of the app carries, on pages and worker scripts alike. */

import { existsSync, readFileSync } from 'node:fs';

/** Hosts that packs are fetched from when the user asks for one; see src/packs/catalogue.ts. */
function packHosts() {
  const catalogue = new URL('../public/catalogue.json', import.meta.url);
  if (!existsSync(catalogue)) return [];
  const { hosts } = JSON.parse(readFileSync(catalogue, 'utf8')) as { hosts: string[] };
  return hosts.map((host) => `https://${host}`);
}

/**
 * No request may leave the origin except to where packs come from, and no script runs that is not a file of ours; wasm
 * has to be compiled, though.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  // blob: lets the page read back a photo it holds only as an object URL; such a request never reaches the network.
  ["connect-src 'self' blob:", ...packHosts()].join(' '),
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

/** The same for a meta tag, where browsers refuse to hear who may frame the page. */
export const POLICY_IN_PAGE = CONTENT_SECURITY_POLICY.split('; ')
  .filter((directive) => !directive.startsWith('frame-ancestors'))
  .join('; ');

/** COOP and COEP make the page cross-origin isolated, without which wasm has no threads. */
export const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'geolocation=(self), camera=(self), microphone=(self)',
};

/** Vite puts a content hash in the name of every file under /assets/, so such a file never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

export function cacheControl(urlPath: string) {
  return urlPath.startsWith('/assets/') ? IMMUTABLE : 'no-cache';
}

const MIME_TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  onnx: 'application/octet-stream',
  png: 'image/png',
  svg: 'image/svg+xml',
  tsv: 'text/tab-separated-values; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

export function mimeType(file: string) {
  return MIME_TYPES[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}

/** Text compresses to a fraction; models, fonts and pictures do not. Wasm would, but takes seconds on the fly. */
export function isCompressible(type: string) {
  return /^(text\/|application\/(json|manifest\+json))|svg/.test(type);
}
