import type { TaxonId } from '../../domain/taxonomy';

/** A sentence for the screen: text, and taxa that the component sets in the reader's language and the right type. */
export type Part = string | { taxon: TaxonId };
export type Sentence = readonly Part[];
