/**
 * A page and its workers are cross-origin isolated, and wasm has threads, only with these headers. Many static hosts cannot
 * send any; what the service worker answers carries them all the same.
 */
const ISOLATION: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The same response with the headers that it lacks; those that the host sent stay. */
export function isolated(response: Response): Response {
  const missing = Object.entries(ISOLATION).filter(([name]) => !response.headers.has(name));
  if (missing.length === 0 || response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of missing) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
