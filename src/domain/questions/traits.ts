import { logistic, mean } from '../numbers';
import * as v from 'valibot';
import type { TaxonId, Taxonomy } from '../taxonomy';
import { ANSWERS, QUESTIONS, type QuestionId } from './answers';

const Shares = v.pipe(v.array(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))), v.length(5));
const Profiles = v.record(v.string(), Shares);
const TraitsTable = v.object({
  format: v.literal(1),
  version: v.string(),
  source: v.string(),
  licence: v.string(),
  signs: v.string(),
  step: v.pipe(v.number(), v.gtValue(1)),
  profiles: v.object({ doing: Profiles, where: Profiles }),
  mass: v.string(),
  doing: v.string(),
  where: v.string(),
  taken: v.object({ genus: v.array(v.string()), family: v.array(v.string()) }),
});

/**
 * Grams between the five sizes: the geometric means of a House Sparrow (27), a thrush (90), a Feral Pigeon (350), a Carrion
 * Crow (540) and a Greylag Goose (3300).
 */
const SIZE_BOUNDS = [49, 177, 435, 1335];
/** How far people misjudge a mass, as a logarithm: by about a third. */
const BLUR = 0.3;

/** What is known about every species that an observer may have noticed: how often each answer would be the true one. */
export class Traits {
  readonly source: string;
  readonly licence: string;
  readonly #shares: ReadonlyMap<string, Record<QuestionId, readonly number[]>>;
  readonly #taken: ReadonlyMap<string, 'genus' | 'family'>;
  readonly #typical: Record<QuestionId, readonly number[]>;

  private constructor(table: v.InferOutput<typeof TraitsTable>, taxonomy: Taxonomy) {
    this.source = table.source;
    this.licence = table.licence;
    const bySign = new Map(table.signs.split('').map((sign, step) => [sign, sizeShares(table.step ** step)]));
    const read = (shares: readonly number[] | undefined): readonly number[] => {
      if (!shares) throw new Error('a species has facts that the table does not explain');
      return shares;
    };
    this.#shares = new Map(
      taxonomy.speciesIds.map((id, at) => [
        id,
        {
          size: read(bySign.get(table.mass[at]!)),
          doing: read(table.profiles.doing[table.doing[at]!]),
          where: read(table.profiles.where[table.where[at]!]),
        },
      ]),
    );
    this.#taken = new Map([
      ...table.taken.genus.map((id) => [id, 'genus'] as const),
      ...table.taken.family.map((id) => [id, 'family'] as const),
    ]);
    const typical = (question: QuestionId): number[] =>
      ANSWERS[question].map((_, at) => mean([...this.#shares.values()].map((of) => of[question][at]!)));
    this.#typical = { size: typical('size'), doing: typical('doing'), where: typical('where') };
  }

  /** From `traits.json`; throws where it is malformed, or of another taxonomy. */
  static fromTable(table: unknown, taxonomy: Taxonomy): Traits {
    const parsed = v.parse(TraitsTable, table);
    const sizes = [parsed.mass.length, parsed.doing.length, parsed.where.length];
    if (parsed.version !== taxonomy.version || sizes.some((size) => size !== taxonomy.size)) {
      throw new Error(`traits are of ${parsed.version}, the taxonomy is of ${taxonomy.version}`);
    }
    return new Traits(parsed, taxonomy);
  }

  /** How often each answer is the true one for a species; of a genus or a family the mean of its species. */
  sharesOf(taxon: TaxonId, question: QuestionId, taxonomy: Taxonomy): readonly number[] {
    const own = this.#shares.get(taxon)?.[question];
    if (own) return own;
    const members = taxonomy.speciesIn(taxon).flatMap((id) => this.#shares.get(id) ?? []);
    if (members.length === 0) return this.#typical[question];
    return ANSWERS[question].map((_, at) => mean(members.map((of) => of[question][at]!)));
  }

  /** The same over all birds. */
  typical(question: QuestionId): readonly number[] {
    return this.#typical[question];
  }

  /** From whom the facts of a species were taken over; null where they are its own. */
  takenFrom(species: TaxonId): 'genus' | 'family' | null {
    return this.#taken.get(species) ?? null;
  }

  /** What is known best about a species, question by question. */
  usual(species: TaxonId, taxonomy: Taxonomy): Record<QuestionId, string> {
    const best = (question: QuestionId): string => {
      const shares = this.sharesOf(species, question, taxonomy);
      return ANSWERS[question][shares.indexOf(Math.max(...shares))]!;
    };
    return Object.fromEntries(QUESTIONS.map((question) => [question, best(question)])) as Record<QuestionId, string>;
  }
}

/** How often people would call a bird of this mass each size. */
function sizeShares(grams: number): number[] {
  const below = SIZE_BOUNDS.map((bound) => logistic((1.7 * Math.log(bound / grams)) / BLUR));
  const edges = [0, ...below, 1];
  return edges.slice(1).map((edge, at) => edge - edges[at]!);
}
