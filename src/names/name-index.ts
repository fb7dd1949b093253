import type { CommonNames } from '../domain/common-names';
import type { Taxonomy, TaxonId } from '../domain/taxonomy';
import { lettersOf } from '../places/slips';
import { foldName } from './fold-name';

/** A name of a bird as it is written, folded for comparing. */
export interface IndexedName {
  readonly text: string;
  readonly folded: string;
  readonly letters: number;
  readonly taxon: TaxonId;
  /** `la` for a scientific name. */
  readonly language: string;
  /** Its words, by their number in the index. */
  readonly words: readonly number[];
}

/** A word that is in some name. */
export interface IndexedWord {
  readonly text: string;
  readonly letters: number;
}

/** All names that a bird can be searched by: scientific ones, today's and older, and common ones of any language. */
export class NameIndex {
  readonly #names: IndexedName[] = [];
  readonly #words: IndexedWord[] = [];
  readonly #numberOf = new Map<string, number>();
  readonly #languages = new Set<string>();
  /** In how many languages a taxon has a name. */
  readonly #known = new Map<TaxonId, number>();
  readonly taxonomy: Taxonomy;

  private constructor(taxonomy: Taxonomy) {
    this.taxonomy = taxonomy;
  }

  /** The scientific names, as work that can be interrupted. */
  static *build(taxonomy: Taxonomy): Generator<void, NameIndex> {
    const index = new NameIndex(taxonomy);
    let done = 0;
    for (const [name, taxon] of taxonomy.allNames()) {
      index.#put(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, taxon, 'la');
      if (++done % 128 === 0) yield;
    }
    return index;
  }

  get names(): readonly IndexedName[] {
    return this.#names;
  }

  /** Every word once: far fewer than names, so that slips are looked for in words. */
  get words(): readonly IndexedWord[] {
    return this.#words;
  }

  /** A bird with a name in many languages is one that many people meet. */
  languagesThatName(taxon: TaxonId): number {
    return this.#known.get(taxon) ?? 0;
  }

  has(language: string): boolean {
    return this.#languages.has(language);
  }

  /** The names of one more language, as work that can be interrupted; nothing where they are there already. */
  *add(names: CommonNames): Generator<void, void> {
    if (this.has(names.language)) return;
    this.#languages.add(names.language);
    let done = 0;
    for (const { id } of this.taxonomy.all()) {
      const name = names.of(id);
      if (name) {
        this.#put(name, id, names.language);
        this.#known.set(id, this.languagesThatName(id) + 1);
      }
      if (++done % 128 === 0) yield;
    }
  }

  #put(text: string, taxon: TaxonId, language: string): void {
    const folded = foldName(text);
    if (folded === '') return;
    const words = folded.split(' ').map((word) => this.#numbered(word));
    this.#names.push({ text, folded, letters: lettersOf(folded), taxon, language, words });
  }

  #numbered(text: string): number {
    const known = this.#numberOf.get(text);
    if (known !== undefined) return known;
    this.#numberOf.set(text, this.#words.length);
    return this.#words.push({ text, letters: lettersOf(text) }) - 1;
  }
}
