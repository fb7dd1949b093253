import { CommonNames } from '../../domain/common-names';
import { inSlices } from '../../domain/slices';
import type { Rank, Taxonomy } from '../../domain/taxonomy';
import type { NameIndex } from '../../names/name-index';
import { nameLanguages } from '../languages';

export interface Name {
  text: string;
  language: string;
}

const FALLBACK = 'en';

/** Common names in the reader's language, in English where that has none. */
export class Names {
  #tables = $state.raw<readonly CommonNames[]>([]);
  readonly taxonomy: Taxonomy;
  #index: Promise<NameIndex> | null = null;

  constructor(taxonomy: Taxonomy, tables: readonly CommonNames[] = []) {
    this.taxonomy = taxonomy;
    this.#tables = tables;
  }

  /** A family without a name in the reader's language goes by its scientific one: "Ducks, Geese, and Waterfowl" in a Spanish sentence helps nobody. */
  common(id: string): Name | null {
    const isSpecies = this.taxonomy.get(id)?.rank === 'species';
    for (const table of isSpecies ? this.#tables : this.#tables.slice(0, 1)) {
      const text = table.of(id);
      if (text) return { text, language: table.language };
    }
    return null;
  }

  scientific(id: string): string {
    return this.taxonomy.get(id)?.scientificName ?? id;
  }

  rank(id: string): Rank {
    return this.taxonomy.get(id)?.rank ?? 'species';
  }

  /** Whether a species belongs to a genus or a family. */
  isWithin(species: string, taxon: string): boolean {
    const { genus, family } = this.taxonomy.get(species) ?? {};
    return taxon === genus || taxon === family;
  }

  /** Species and genera are set in italics, families upright, as in print. */
  isItalic(id: string): boolean {
    return this.taxonomy.get(id)?.rank !== 'family';
  }

  /** A taxon as plain text, for titles and the live region. */
  plain(id: string): string {
    return this.common(id)?.text ?? this.scientific(id);
  }

  /** Loads a language and English behind it. A table that can't be had leaves the scientific names. */
  async use(language: string): Promise<void> {
    const wanted = language === FALLBACK ? [FALLBACK] : [language, FALLBACK];
    const tables = await Promise.all(wanted.map((one) => this.#load(one)));
    this.#tables = tables.filter((table) => table !== null);
  }

  /** The index for bird search: at once with the reader's languages and scientific names, soon with all others. */
  index(): Promise<NameIndex> {
    this.#index ??= this.#makeIndex();
    return this.#index;
  }

  async #makeIndex(): Promise<NameIndex> {
    const names = await import('../../names/name-index');
    const index = await inSlices(names.NameIndex.build(this.taxonomy));
    for (const table of this.#tables) await inSlices(index.add(table));
    void this.#addOthers(index);
    return index;
  }

  async #addOthers(index: NameIndex): Promise<void> {
    for (const { language } of await nameLanguages()) {
      const table = index.has(language) ? null : await this.#load(language);
      if (table) await inSlices(index.add(table));
    }
  }

  async #load(language: string): Promise<CommonNames | null> {
    const known = this.#tables.find((table) => table.language === language);
    if (known) return known;
    try {
      const response = await fetch(`${import.meta.env.BASE_URL}taxonomy/names/${language}.json`);
      if (!response.ok) return null;
      return CommonNames.fromTable(await response.json(), this.taxonomy);
    } catch {
      return null;
    }
  }
}
