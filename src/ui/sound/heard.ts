import type { NamingGrain } from '../../domain/grain';
import { answers, type Ledger } from '../../domain/ledger';
import type { Sound, SoundRef, Stretch } from '../../domain/observation';
import type { TaxonId } from '../../domain/taxonomy';
import type { Verdict } from '../../domain/verdict';
import type { SelectedSound } from '../../exports/selection';
import { topFrequency } from '../../sound-view/scale';
import type { Lookup } from '../state/lookup';
import type { Names } from '../state/names.svelte';
import { isCertain } from '../words/phrases';
import { inLanes, joinTimes, type Mark } from './marks';

/** What was declared of one bird. */
export type BirdVerdict =
  { grain: NamingGrain; taxon: TaxonId; probability: number } | { grain: 'abstain'; taxon: null };

/** One bird of a recording, as the table shows it. */
export interface HeardRow {
  /** Counted from 1, surest first; the same on the boxes. */
  number: number;
  taxon: TaxonId;
  /** As judged: the one that card, table, boxes and list show. */
  probability: number;
  times: readonly (Stretch & { probability: number })[];
  verdict: BirdVerdict;
  /** A species was declared, and almost certainly: drawn in gold. */
  certain: boolean;
}

/** A bird that is less likely than this is noise to a reader. */
const WORTH_A_ROW = 0.05;
/** A faint guess at a bird that does not live here is no row; one that is likelier than not may be a vagrant. */
const LIKELIER_THAN_NOT = 0.5;

/** The birds of a recording, surest first. */
export function rowsOf(ledger: Ledger, sound: SoundRef, judgeBirds: Lookup['judgeBirds']): HeardRow[] {
  const away = elsewhere(ledger);
  return judgeBirds(ledger)
    .map(({ taxon, probability, heard, verdict }) => {
      const times = heard.filter((one) => one.sound === sound).flatMap((one) => one.times);
      return { taxon, probability, times: joinTimes(times), verdict: declared(verdict) };
    })
    .filter(({ taxon, probability, times, verdict }) => {
      const likelyHere = !away.has(taxon) || verdict.grain !== 'abstain' || probability >= LIKELIER_THAN_NOT;
      return times.length > 0 && probability >= WORTH_A_ROW && likelyHere;
    })
    .map((row, index) => ({
      ...row,
      number: index + 1,
      certain: row.verdict.grain === 'species' && isCertain(row.probability),
    }));
}

/** Birds that do not live at the place of the recording. */
function elsewhere(ledger: Ledger): ReadonlySet<TaxonId> {
  const asked = answers(ledger, 'geo_prior').flatMap(({ payload }) => (payload.applied ? payload.species : []));
  return new Set(asked.filter(({ status }) => status === 'out_of_range').map(({ taxon }) => taxon));
}

/** The boxes on a recording's spectrogram: its birds, and where people are heard. */
export function marksOf(rows: readonly HeardRow[], voices: readonly Stretch[]): Mark[] {
  const birds = rows.flatMap(({ number, taxon, probability, times, verdict, certain }) =>
    times.map(({ from, to }) => ({
      key: `${number}-${from}`,
      kind: 'bird' as const,
      taxon,
      probability,
      number,
      certain: certain && verdict.grain === 'species',
      from,
      to,
    })),
  );
  const people = voices.map(({ from, to }) => ({
    key: `voice-${from}`,
    kind: 'voice' as const,
    taxon: null,
    probability: 1,
    number: 0,
    certain: false,
    from,
    to,
  }));
  return inLanes([...birds, ...people]);
}

/** A recording's birds as they go into a file. */
export function selectionsOf(sound: Sound, rows: readonly HeardRow[], names: Names): SelectedSound {
  return {
    name: sound.name,
    seconds: sound.seconds,
    topHz: topFrequency(sound.sampleRate),
    selections: rows.flatMap(({ taxon, times, verdict }) =>
      times.map(({ from, to, probability }) => ({
        from,
        to,
        scientificName: names.scientific(taxon),
        commonName: names.common(taxon)?.text ?? '',
        probability,
        verdict: verdictText(verdict, names),
      })),
    ),
  };
}

function declared({ grain, taxon, probability }: Verdict): BirdVerdict {
  return grain === 'abstain' || !taxon ? { grain: 'abstain', taxon: null } : { grain, taxon, probability };
}

function verdictText({ grain, taxon }: BirdVerdict, names: Names): string {
  if (grain === 'abstain') return 'not enough evidence';
  return grain === 'species' ? grain : `${grain} ${names.scientific(taxon)}`;
}
