import * as v from 'valibot';
import { atOnce } from './slices';
import { epithetStem, normaliseName } from './scientific-name';

/** A species' eBird code (`goldcr1`), or the name of a genus (`Regulus`) or family (`Regulidae`). */
export const TaxonIdSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]+$|^[A-Z][a-z]+$/, 'an eBird species code, or the name of a genus or family'),
  v.brand('TaxonId'),
);
export type TaxonId = v.InferOutput<typeof TaxonIdSchema>;

export type Rank = 'species' | 'genus' | 'family';

export interface Taxon {
  readonly id: TaxonId;
  readonly rank: Rank;
  readonly scientificName: string;
  /** Absent for a family. */
  readonly genus?: string;
  readonly family: string;
  readonly order: string;
}

// Nested by rank so that no name is repeated: [order, [family, [genus, ['code epithet', …]]]].
const Genus = v.tuple([v.string(), v.array(v.pipe(v.string(), v.regex(/^[a-z0-9]+ [a-z-]+$/)))]);
const Family = v.tuple([v.string(), v.array(Genus)]);
// Families are parsed one by one: all at once would block the page.
const Order = v.tuple([v.string(), v.array(v.unknown())]);
const TaxonomyTable = v.object({
  format: v.literal(1),
  version: v.string(),
  size: v.number(),
  orders: v.array(Order),
});
const SynonymTable = v.object({
  format: v.literal(1),
  version: v.string(),
  names: v.record(v.string(), v.record(v.string(), v.string())),
});

/** The world's birds: species, genera and families, found by id or by any scientific name they have had. */
export class Taxonomy {
  /** Every species, in taxonomic order. */
  readonly speciesIds: readonly TaxonId[];
  readonly version: string;
  readonly #taxa: ReadonlyMap<string, Taxon>;
  readonly #members: ReadonlyMap<string, readonly TaxonId[]>;
  readonly #names: NameIndex;

  private constructor(version: string, taxa: Map<string, Taxon>, members: Map<string, TaxonId[]>, names: NameIndex) {
    this.version = version;
    this.speciesIds = [...taxa.values()].filter((taxon) => taxon.rank === 'species').map((taxon) => taxon.id);
    this.#taxa = taxa;
    this.#members = members;
    this.#names = names;
  }

  /** From `taxonomy.json` and `synonyms.json`; throws where a table is malformed, incomplete or of another version. */
  static fromTables(table: unknown, synonyms: unknown): Taxonomy {
    return atOnce(Taxonomy.build(table, synonyms));
  }

  /** The same as work that can be interrupted, for `inSlices`. */
  static *build(table: unknown, synonyms: unknown): Generator<void, Taxonomy> {
    const parsed = v.parse(TaxonomyTable, table);
    const old = v.parse(SynonymTable, synonyms);
    if (old.version !== parsed.version) {
      throw new Error(`synonyms are of ${old.version}, the taxonomy is of ${parsed.version}`);
    }
    const { taxa, members } = yield* readTaxa(parsed.orders);
    const names = new NameIndex();
    for (const taxon of taxa.values()) {
      names.add(taxon.scientificName, taxon.id);
      yield;
    }
    for (const [first, rest] of Object.entries(old.names)) {
      for (const [epithet, target] of Object.entries(rest)) {
        const taxon = taxa.get(target);
        if (!taxon) throw new Error(`synonym ${first} ${epithet} points to unknown taxon ${target}`);
        names.add(`${first} ${epithet}`, taxon.id);
      }
      yield;
    }
    const taxonomy = new Taxonomy(parsed.version, taxa, members, names);
    if (taxonomy.size !== parsed.size) {
      throw new Error(`taxonomy holds ${taxonomy.size} species, its table says ${parsed.size}`);
    }
    return taxonomy;
  }

  /** How many species there are. */
  get size(): number {
    return this.speciesIds.length;
  }

  get(id: string): Taxon | undefined {
    return this.#taxa.get(id);
  }

  /** Every taxon of every rank. */
  all(): Iterable<Taxon> {
    return this.#taxa.values();
  }

  /** Every scientific name, today's and older ones, in lower case, with the taxon that bears it now. */
  allNames(): Iterable<[string, TaxonId]> {
    return this.#names.all();
  }

  /** By current, old or differently spelt scientific name, at any rank; a subspecies gives its species. */
  find(scientificName: string): Taxon | undefined {
    const id = this.#names.find(normaliseName(scientificName));
    return id === undefined ? undefined : this.#taxa.get(id);
  }

  /** The taxon itself at its own rank, its genus or family above it; nothing below it. */
  ancestor(id: string, rank: Rank): Taxon | undefined {
    const taxon = this.#taxa.get(id);
    if (!taxon || taxon.rank === rank) return taxon;
    if (rank === 'family') return this.#taxa.get(taxon.family);
    if (rank === 'genus' && taxon.genus !== undefined) return this.#taxa.get(taxon.genus);
    return undefined;
  }

  /** Whether `id` is `ancestorId` or lies within it. */
  contains(ancestorId: string, id: string): boolean {
    const above = this.#taxa.get(ancestorId);
    return above !== undefined && this.ancestor(id, above.rank)?.id === above.id;
  }

  /** The finest taxon that holds all of them; null where they share no family, or one is unknown. */
  lowestCommon(ids: readonly string[]): Taxon | null {
    const [first, ...others] = ids;
    if (first === undefined) return null;
    for (const rank of ['species', 'genus', 'family'] as const) {
      const shared = this.ancestor(first, rank);
      if (shared && others.every((id) => this.ancestor(id, rank)?.id === shared.id)) return shared;
    }
    return null;
  }

  /** The species within a taxon, in taxonomic order; a species holds itself. */
  speciesIn(id: string): readonly TaxonId[] {
    return this.#members.get(id) ?? [];
  }
}

interface Taxa {
  taxa: Map<string, Taxon>;
  members: Map<string, TaxonId[]>;
}

function* readTaxa(orders: v.InferOutput<typeof TaxonomyTable>['orders']): Generator<void, Taxa> {
  const taxa = new Map<string, Taxon>();
  const members = new Map<string, TaxonId[]>();
  const add = (taxon: Taxon, species: TaxonId[]) => {
    if (taxa.has(taxon.id)) throw new Error(`taxon ${taxon.id} is listed twice`);
    taxa.set(taxon.id, taxon);
    members.set(taxon.id, species);
  };
  for (const [order, families] of orders) {
    for (const entry of families) {
      const [family, genera] = v.parse(Family, entry);
      const inFamily: TaxonId[] = [];
      add({ id: family as TaxonId, rank: 'family', scientificName: family, family, order }, inFamily);
      for (const [genus, species] of genera) {
        const inGenus: TaxonId[] = [];
        add({ id: genus as TaxonId, rank: 'genus', scientificName: genus, genus, family, order }, inGenus);
        for (const one of species) {
          const [code, epithet] = one.split(' ') as [string, string];
          const id = code as TaxonId;
          add({ id, rank: 'species', scientificName: `${genus} ${epithet}`, genus, family, order }, [id]);
          inGenus.push(id);
          inFamily.push(id);
        }
        yield;
      }
    }
  }
  return { taxa, members };
}

/** Hash look-ups only: exact name first, then the same name with another gender ending, then the species of a subspecies. */
class NameIndex {
  readonly #exact = new Map<string, TaxonId>();
  /** null where two taxa would share the spelling. */
  readonly #loose = new Map<string, TaxonId | null>();

  /** Of two taxa with the same name the first one added keeps it, so current names go in before old ones. */
  add(scientificName: string, id: TaxonId): void {
    const name = normaliseName(scientificName);
    if (!this.#exact.has(name)) this.#exact.set(name, id);
    const [genus, epithet, ...rest] = name.split(' ');
    if (genus === undefined || epithet === undefined || rest.length > 0) return;
    const key = `${genus} ${epithetStem(epithet)}`;
    const known = this.#loose.get(key);
    this.#loose.set(key, known === undefined || known === id ? id : null);
  }

  all(): Iterable<[string, TaxonId]> {
    return this.#exact;
  }

  find(name: string): TaxonId | undefined {
    const exact = this.#exact.get(name);
    if (exact !== undefined) return exact;
    const [genus, epithet, subspecies] = name.split(' ');
    if (genus === undefined || epithet === undefined) return undefined;
    if (subspecies === undefined) return this.#loose.get(`${genus} ${epithetStem(epithet)}`) ?? undefined;
    if (name.split(' ').includes('x')) return undefined;
    const raised = subspecies === epithet ? undefined : this.#exact.get(`${genus} ${subspecies}`);
    return raised ?? this.find(`${genus} ${epithet}`);
  }
}
