import * as v from 'valibot';

const LanguagesTable = v.object({
  languages: v.array(v.object({ language: v.string(), name: v.string(), species: v.number() })),
});
export type NameLanguage = v.InferOutput<typeof LanguagesTable>['languages'][number];

/** The languages that have a table of bird names; only English where the list can't be read. */
export async function nameLanguages(): Promise<NameLanguage[]> {
  try {
    const response = await fetch(`${import.meta.env.BASE_URL}taxonomy/languages.json`);
    return v.parse(LanguagesTable, await response.json()).languages;
  } catch {
    return [{ language: 'en', name: 'English', species: 0 }];
  }
}

/** The first language the reader prefers that has a table: exact ("pt-BR"), else the same language ("de-CH" has "de"). */
export function chooseLanguage(preferred: readonly string[], available: readonly string[]): string {
  for (const tag of preferred) {
    const base = tag.split('-')[0]?.toLowerCase() ?? '';
    const aliases = base === 'nb' || base === 'nn' ? ['no'] : [base];
    const found =
      available.find((one) => one.toLowerCase() === tag.toLowerCase()) ??
      available.find((one) => aliases.includes(one.split('-')[0]?.toLowerCase() ?? ''));
    if (found) return found;
  }
  return 'en';
}
