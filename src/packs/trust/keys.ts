import type { PublicKey } from './signature';

/**
 * Whoever holds one of these private keys can sign packs that load without a question. `npm run pack:sign` makes
 * signatures; to change keys, add the new one here, ship the app, then sign with it.
 */
export const PINNED_KEYS: readonly PublicKey[] = [
  { id: 'goldcrest-2026', key: 'a18uEqkLytYfT7tEHok69JyrQ/7qZAYkMkJVrnBOVx0=' },
];
