import type { Catalogue } from './catalogue';
import { CATALOGUES } from './catalogues';
import { LANGUAGES, setLanguage, type Language } from './language.svelte';

/** Absent while the screens are in English, whose words come with the screens that say them. */
let inUse = $state.raw<Catalogue | null>(null);
let wanted: Language = 'en';

/**
 * The words of a topic in the language in use. They are read where they are drawn, so a new language is on the screen at once; groups
 * of words (`const { job } = packWords`) stay in step as well.
 */
export function topic<Name extends keyof Catalogue>(name: Name, english: Catalogue[Name]): Catalogue[Name] {
  return inStep(english, () => inUse?.[name] ?? english);
}

function inStep<Group extends object>(english: Group, read: () => Group): Group {
  const groups: Record<PropertyKey, object> = {};
  return new Proxy(english, {
    get(_, key) {
      const value: unknown = Reflect.get(read(), key);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return (groups[key] ??= inStep(value, () => Reflect.get(read(), key) as object));
    },
  });
}

/** Fetches the words of a language and shows them. Where they cannot be had, the words stay as they are. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  try {
    const words = language === 'en' ? null : await CATALOGUES[language]();
    // Another language was asked for while this one was on its way.
    if (wanted !== language) return;
    inUse = words;
  } catch {
    return;
  }
  setLanguage(language);
  if (typeof document === 'undefined') return;
  document.documentElement.lang = language;
  document.documentElement.dir = LANGUAGES[language].direction;
}
