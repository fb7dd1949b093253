import type { HeardBird } from './tools/classify_sound';
import { answers, type Evidence, type Ledger } from './ledger';
import type { SoundRef } from './observation';
import { gatherSupport } from './support';
import type { TaxonId } from './taxonomy';
import type { Verdict } from './verdict';
import { decideAbout, decideVerdict, type VerdictContext } from './verdict-rules';

/** One bird of the recordings: when it is heard in each, and the verdict on it alone. */
export interface JudgedBird {
  taxon: TaxonId;
  /** Judged, by its own verdict: the one that every list shows for it. */
  probability: number;
  heard: readonly { sound: SoundRef; times: HeardBird['times'] }[];
  verdict: Verdict;
}

/** Every bird of the recordings with its own verdict, surest first. */
export function judgeBirds(ledger: Ledger, context: VerdictContext): JudgedBird[] {
  const found = new Map<TaxonId, { sound: SoundRef; times: HeardBird['times'] }[]>();
  for (const { args, payload } of answers(ledger, 'classify_sound')) {
    for (const { taxon, times } of payload.birds) {
      found.set(taxon, [...(found.get(taxon) ?? []), { sound: args.sound, times }]);
    }
  }
  const shown = speciesShown(ledger, context);
  return [...found]
    .map(([taxon, heard]) => {
      return { taxon, heard, ...decideAbout(ledgerAbout(ledger, taxon, shown), taxon, context) };
    })
    .sort((a, b) => b.probability - a.probability);
}

/** The verdict on one bird of the recordings, by the same rules: as if nothing else had been heard. */
export function judgeBird(ledger: Ledger, taxon: TaxonId, context: VerdictContext): Verdict {
  return decideVerdict(ledgerAbout(ledger, taxon, speciesShown(ledger, context)), context);
}

function speciesShown(ledger: Ledger, { taxonomy }: VerdictContext): TaxonId | null {
  return gatherSupport(ledger, taxonomy)?.best('species') ?? null;
}

/** A photo of another bird says nothing about this one. */
function ledgerAbout(ledger: Ledger, taxon: TaxonId, shown: TaxonId | null): Evidence[] {
  return ledger.flatMap((entry) => {
    if (entry.kind === 'observer') return [entry];
    if (entry.tool === 'classify_sound') return withOnly(entry, taxon);
    const ofPhotos = entry.tool === 'classify_image' || entry.tool === 'detect_bird' || entry.tool === 'quality_gate';
    return ofPhotos && shown !== taxon ? [] : [entry];
  });
}

function withOnly(entry: Evidence, taxon: TaxonId): Evidence[] {
  if (entry.kind !== 'tool' || entry.tool !== 'classify_sound' || entry.outcome.status !== 'ok') return [];
  const birds = entry.outcome.payload.birds.filter((bird) => bird.taxon === taxon);
  if (birds.length === 0) return [];
  return [{ ...entry, outcome: { ...entry.outcome, payload: { ...entry.outcome.payload, birds } } }];
}
