/** What the build adds for hosts: the policy inside the pages, and the headers in the forms that hosts read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMMUTABLE, POLICY_IN_PAGE, SECURITY_HEADERS } from './server-headers.ts';
import type { Plugin } from 'vite';

/** Writes the content security policy into the built pages, for hosts that send no headers. */
export function policyInPage(): Plugin {
  return {
    name: 'policy-in-page',
    // The development server puts inline code into its pages.
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY_IN_PAGE },
        injectTo: 'head-prepend',
      },
    ],
  };
}

const HEADERS = Object.entries(SECURITY_HEADERS);

/** Netlify, Cloudflare Pages and others read a file of this name. */
const headersFile = () =>
  [
    '/*',
    ...HEADERS.map(([name, value]) => `  ${name}: ${value}`),
    '/assets/*',
    `  Cache-Control: ${IMMUTABLE}`,
    '',
  ].join('\n');

/**
 * nginx forgets the headers of a server block wherever a location adds one of its own, so both have all of them.
 */
function nginxFile() {
  const headers = HEADERS.map(([name, value]) => `    add_header ${name} "${value}" always;`).join('\n');
  return `# Goldcrest behind nginx: inside a server block. Change the root to where the build lies.
root /srv/goldcrest;
index index.html;
gzip_static on;
gzip on;
gzip_types text/css text/javascript application/javascript application/json application/manifest+json image/svg+xml;

location / {
    try_files $uri $uri/ =404;
    add_header Cache-Control "no-cache" always;
${headers}
}

location /assets/ {
    try_files $uri =404;
    add_header Cache-Control "${IMMUTABLE}" always;
${headers}
}

# onnxruntime's threads start from .mjs files, which have to be sent as JavaScript.
location ~ \\.mjs$ {
    types { text/javascript mjs; }
    add_header Cache-Control "${IMMUTABLE}" always;
${headers}
}
`;
}

function caddyFile() {
  const headers = HEADERS.map(([name, value]) => `        ${name} "${value}"`).join('\n');
  return `# Goldcrest behind Caddy, which fetches a certificate by itself. Change the name and the root.
birds.example.org {
    root * /srv/goldcrest
    encode zstd gzip
    header {
        Cache-Control "no-cache"
${headers}
    }
    header /assets/* Cache-Control "${IMMUTABLE}"
    file_server {
        precompressed br gzip
    }
}
`;
}

/** Written after the service worker's list of files was made: no browser ever asks for these. */
export function writeHostFiles(dist: string) {
  mkdirSync(join(dist, 'hosting'), { recursive: true });
  writeFileSync(join(dist, '_headers'), headersFile());
  writeFileSync(join(dist, 'hosting/nginx.conf'), nginxFile());
  writeFileSync(join(dist, 'hosting/Caddyfile'), caddyFile());
}
