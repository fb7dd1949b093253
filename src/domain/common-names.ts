import * as v from 'valibot';
import type { Taxonomy } from './taxonomy';

const NamesTable = v.object({
  format: v.literal(1),
  version: v.string(),
  language: v.string(),
  /** In the order of `Taxonomy.speciesIds`; empty where the language has no name of its own. */
  species: v.array(v.string()),
  families: v.record(v.string(), v.string()),
});

/** What birds are called in one language. A genus has no common name; families have one in English. */
export class CommonNames {
  readonly language: string;
  readonly #names: ReadonlyMap<string, string>;

  private constructor(language: string, names: Map<string, string>) {
    this.language = language;
    this.#names = names;
  }

  /** From `names/<language>.json`; throws where the table was made for another version of the taxonomy. */
  static fromTable(table: unknown, taxonomy: Taxonomy): CommonNames {
    const { language, version, species, families } = v.parse(NamesTable, table);
    if (version !== taxonomy.version || species.length !== taxonomy.size) {
      throw new Error(`names in ${language} are of ${version}, the taxonomy is of ${taxonomy.version}`);
    }
    const names = new Map(Object.entries(families));
    taxonomy.speciesIds.forEach((id, index) => {
      const name = species[index];
      if (name) names.set(id, name);
    });
    return new CommonNames(language, names);
  }

  /** Undefined where the language has no name: show another language's, or the scientific name. */
  of(id: string): string | undefined {
    return this.#names.get(id);
  }
}
