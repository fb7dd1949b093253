/** The languages of the screens, each by its own name. A language is a folder beside this file and a line here and in catalogues.ts. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  pt: { name: 'Português', direction: 'ltr' },
} as const;
export type Language = keyof typeof LANGUAGES;

let inUse = $state.raw<Language>('en');

/** The language of the screens. Read while a component draws, it draws that component again when it changes. */
export function language(): Language {
  return inUse;
}

/** Only words/topic.svelte.ts calls this, once the words are there. */
export function setLanguage(tag: Language): void {
  inUse = tag;
}

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}

/** The first language the reader prefers that the screens have, English otherwise. */
export function preferredLanguage(chosen: string | null, preferred: readonly string[]): Language {
  for (const tag of chosen === null ? preferred : [chosen, ...preferred]) {
    const base = tag.split('-')[0]?.toLowerCase() ?? '';
    if (isLanguage(base)) return base;
  }
  return 'en';
}

/** The language with the reader's own region, where the browser tells it: "de-CH" writes numbers otherwise than "de". */
export function locale(): string {
  const base = language();
  const own = typeof navigator === 'undefined' ? [] : navigator.languages;
  return own.find((tag) => tag.split('-')[0] === base) ?? (base === 'en' ? 'en-GB' : base);
}

/** "12,345" or "12.345". */
export function inNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale(), options).format(value);
}

/** "87%" or "87 %". */
export function inPercent(share: number): string {
  return inNumber(share, { style: 'percent', maximumFractionDigits: 0 });
}

/** "a, b and c". */
export function listInWords(items: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(items);
}

/** "one" or "other" for "1 bird" and "2 birds", by the rules of the language. */
export function plural(count: number, one: string, other: string): string {
  return new Intl.PluralRules(locale()).select(count) === 'one' ? one : other;
}

/** "May", "M": a month of the year by number. */
export function monthInWords(month: number, style: 'long' | 'short' | 'narrow' = 'long'): string {
  return new Intl.DateTimeFormat(locale(), { month: style, timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 15));
}

/** The days of the week in the order of the reader's region, as "Mon", and which comes first: 0 is Sunday. */
export function weekOf(): { first: number; names: readonly string[] } {
  const region = new Intl.Locale(locale()) as { getWeekInfo?: () => { firstDay: number } };
  // Firefox does not tell; most of the world begins on Monday.
  const first = (region.getWeekInfo?.().firstDay ?? 1) % 7;
  const format = new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' });
  // 4 January 2026 was a Sunday.
  const names = Array.from({ length: 7 }, (_, index) => format.format(Date.UTC(2026, 0, 4 + first + index)));
  return { first, names };
}
