import type { CommonNames } from '../domain/common-names';
import type { Grain } from '../domain/grain';
import type { Ledger } from '../domain/ledger';
import type { SoundRef } from '../domain/observation';
import type { Taxonomy, TaxonId } from '../domain/taxonomy';
import type { RangeStatus } from '../domain/tools/geo_prior';
import type { Help, RuleId, Verdict } from '../domain/verdict';
import type { Goldcrest } from './goldcrest';

/** A verdict with names in place of identifiers: for the command line and for MCP. */
export interface NamedVerdict {
  grain: Grain;
  scientificName: string | null;
  commonName: string | null;
  rank: string | null;
  probability: number;
  rule: RuleId;
  /** Where no species is declared: the likeliest one. */
  guess: NamedTaxon | null;
  alternatives: NamedTaxon[];
  /** What would make the next verdict finer. */
  help: readonly Help[];
}

export interface NamedTaxon {
  scientificName: string;
  commonName: string | null;
  probability: number;
}

/** A species that a classifier thought of, with the highest probability that it gave, and what the place says of it. */
export interface NamedCandidate extends NamedTaxon {
  range: RangeStatus | null;
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
  /** Likeliest first. */
  candidates: NamedCandidate[];
}

/** The verdict on a ledger and on each bird of its recordings, with names. */
export function nameVerdicts(
  verdict: Verdict,
  ledger: Ledger,
  app: Pick<Goldcrest, 'judging' | 'taxonomy'>,
  names: CommonNames | null,
): NamedVerdicts {
  const { taxonomy } = app;
  const birds = app.judging.birds(ledger).map(({ taxon, probability, heard, verdict: own }) => ({
    ...nameTaxon(taxon, taxonomy, names),
    probability,
    times: heard.flatMap(({ sound, times }) => times.map((time) => ({ sound, ...time }))),
    verdict: nameVerdict(own, taxonomy, names),
  }));
  const { probabilities, ranges } = candidatesOf(ledger);
  const candidates = [...probabilities]
    .map(([taxon, probability]) => ({
      ...nameTaxon(taxon, taxonomy, names),
      probability,
      range: ranges.get(taxon) ?? null,
    }))
    .sort((a, b) => b.probability - a.probability);
  return { verdict: nameVerdict(verdict, taxonomy, names), birds, candidates };
}

function candidatesOf(ledger: Ledger): { probabilities: Map<TaxonId, number>; ranges: Map<TaxonId, RangeStatus> } {
  const probabilities = new Map<TaxonId, number>();
  const ranges = new Map<TaxonId, RangeStatus>();
  for (const entry of ledger) {
    if (entry.kind !== 'tool' || entry.outcome.status !== 'ok') continue;
    if (entry.tool === 'classify_image' || entry.tool === 'classify_sound') {
      for (const { taxon, probability } of entry.outcome.payload.candidates)
        probabilities.set(taxon, Math.max(probability, probabilities.get(taxon) ?? 0));
    } else if (entry.tool === 'geo_prior' && entry.outcome.payload.applied) {
      for (const { taxon, status } of entry.outcome.payload.species) ranges.set(taxon, status);
    }
  }
  return { probabilities, ranges };
}

function nameVerdict(
  { grain, taxon, probability, rule, guess, alternatives, help }: Verdict,
  taxonomy: Taxonomy,
  names: CommonNames | null,
): NamedVerdict {
  return {
    grain,
    ...(taxon ? nameTaxon(taxon, taxonomy, names) : { scientificName: null, commonName: null }),
    rank: taxon ? (taxonomy.get(taxon)?.rank ?? null) : null,
    probability,
    rule,
    guess: guess && { ...nameTaxon(guess.taxon, taxonomy, names), probability: guess.probability },
    alternatives: alternatives.map((one) => ({
      ...nameTaxon(one.taxon, taxonomy, names),
      probability: one.probability,
    })),
    help,
  };
}

function nameTaxon(taxon: TaxonId, taxonomy: Taxonomy, names: CommonNames | null): Omit<NamedTaxon, 'probability'> {
  return { scientificName: taxonomy.get(taxon)?.scientificName ?? taxon, commonName: names?.of(taxon) ?? null };
}
