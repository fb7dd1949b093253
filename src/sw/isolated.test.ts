import { expect, test } from 'vitest';
import { isolated } from './isolated';

test('an answer of a host without headers gets those of isolation, and keeps its own', async () => {
  const answer = isolated(new Response('page', { headers: { 'Content-Type': 'text/html' } }));
  expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(answer.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  expect(answer.headers.get('content-type')).toBe('text/html');
  expect(await answer.text()).toBe('page');
});

test('what the host says stands', () => {
  const answer = isolated(new Response('', { headers: { 'Cross-Origin-Embedder-Policy': 'credentialless' } }));
  expect(answer.headers.get('cross-origin-embedder-policy')).toBe('credentialless');
});
