import * as v from 'valibot';
import type { Taxon } from '../domain/taxonomy';

const SpuhTable = v.object({
  format: v.literal(1),
  version: v.string(),
  taxa: v.record(v.string(), v.string()),
});

/** What eBird calls birds that were not identified to species: "gull/tern sp.", "Common/Somali Ostrich". */
export class Spuhs {
  readonly #taxa: Readonly<Record<string, string>>;

  private constructor({ taxa }: v.InferOutput<typeof SpuhTable>) {
    this.#taxa = taxa;
  }

  /** From `taxonomy/spuhs.json`; throws where it is malformed. */
  static fromTable(table: unknown): Spuhs {
    return new Spuhs(v.parse(SpuhTable, table));
  }

  /** The smallest group of eBird's that holds a genus, a family or, for null, any bird. */
  of(taxon: Taxon | null): string {
    const above = taxon ? [taxon.rank === 'family' ? undefined : taxon.genus, taxon.family, taxon.order] : [];
    const named = [...above, 'Aves'].find((name) => name !== undefined && Object.hasOwn(this.#taxa, name));
    return this.#taxa[named ?? 'Aves'] ?? 'bird sp.';
  }
}
