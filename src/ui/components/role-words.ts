import type { Role } from '../../packs/manifest';

/** What a model is for. */
export const ROLE_WORDS: Record<Role, string> = {
  detector: 'Finds birds',
  image: 'Names birds by their looks',
  sound: 'Names birds by their voices',
  geo: 'Knows which birds live where and when',
};
