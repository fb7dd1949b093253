import type { CommonNames } from '../domain/common-names';
import type { Grain } from '../domain/grain';
import type { Ledger } from '../domain/ledger';
import type { SoundRef } from '../domain/observation';
import type { Taxonomy, TaxonId } from '../domain/taxonomy';
import type { Verdict } from '../domain/verdict';
import type { Goldcrest } from './goldcrest';

/** A verdict with names in place of identifiers: for the command line and for MCP. */
export interface NamedVerdict {
  grain: Grain;
  scientificName: string | null;
  commonName: string | null;
  rank: string | null;
  probability: number;
  rule: string;
  alternatives: NamedTaxon[];
}

export interface NamedTaxon {
  scientificName: string;
  commonName: string | null;
  probability: number;
}

export interface NamedBird extends NamedTaxon {
  /** Seconds from the start of a recording, which is named as in the ledger. */
  times: { sound: SoundRef; from: number; to: number; probability: number }[];
  verdict: NamedVerdict;
}

export interface NamedVerdicts {
  verdict: NamedVerdict;
  /** The birds of the recordings, surest first, each with its own verdict; empty without a recording. */
  birds: NamedBird[];
}

/** The verdict on a ledger and on each bird of its recordings, with names. */
export function nameVerdicts(
  verdict: Verdict,
  ledger: Ledger,
  app: Pick<Goldcrest, 'judgeBirds' | 'taxonomy'>,
  names: CommonNames | null,
): NamedVerdicts {
  const { taxonomy } = app;
  const birds = app.judgeBirds(ledger).map(({ taxon, probability, heard, verdict: own }) => ({
    ...nameTaxon(taxon, taxonomy, names),
    probability,
    times: heard.flatMap(({ sound, times }) => times.map((time) => ({ sound, ...time }))),
    verdict: nameVerdict(own, taxonomy, names),
  }));
  return { verdict: nameVerdict(verdict, taxonomy, names), birds };
}

function nameVerdict(
  { grain, taxon, probability, rule, alternatives }: Verdict,
  taxonomy: Taxonomy,
  names: CommonNames | null,
): NamedVerdict {
  return {
    grain,
    ...(taxon ? nameTaxon(taxon, taxonomy, names) : { scientificName: null, commonName: null }),
    rank: taxon ? (taxonomy.get(taxon)?.rank ?? null) : null,
    probability,
    rule,
    alternatives: alternatives.map((one) => ({
      ...nameTaxon(one.taxon, taxonomy, names),
      probability: one.probability,
    })),
  };
}

function nameTaxon(taxon: TaxonId, taxonomy: Taxonomy, names: CommonNames | null): Omit<NamedTaxon, 'probability'> {
  return { scientificName: taxonomy.get(taxon)?.scientificName ?? taxon, commonName: names?.of(taxon) ?? null };
}
