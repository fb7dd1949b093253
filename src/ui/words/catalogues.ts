import type { Catalogue } from './catalogue';
import type { Language } from './language.svelte';

/** English comes with the screens; each other language is a file of its own, fetched by those who read it. */
export const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: async () => (await import('./de')).de,
  es: async () => (await import('./es')).es,
  fr: async () => (await import('./fr')).fr,
  pt: async () => (await import('./pt')).pt,
};
