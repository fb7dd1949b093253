import type { HeardBird } from './tools/classify_sound';
import { answers, type Evidence, type Ledger } from './ledger';
import type { SoundRef } from './observation';
import { gatherSupport } from './support';
import type { TaxonId } from './taxonomy';
import type { Verdict } from './verdict';
import { decideVerdict, type VerdictContext } from './verdict-rules';

/** One bird of the recordings: when it is heard in each, and the verdict on it alone. */
export interface JudgedBird {
  taxon: TaxonId;
  /** Calibrated, in the recording where it is surest. */
  probability: number;
  heard: readonly { sound: SoundRef; times: HeardBird['times'] }[];
  verdict: Verdict;
}

/** Every bird of the recordings with its own verdict, surest first. */
export function judgeBirds(ledger: Ledger, context: VerdictContext): JudgedBird[] {
  const found = new Map<TaxonId, { probability: number; heard: { sound: SoundRef; times: HeardBird['times'] }[] }>();
  for (const { args, payload } of answers(ledger, 'classify_sound')) {
    for (const { taxon, probability, times } of payload.birds) {
      const bird = found.get(taxon) ?? { probability: 0, heard: [] };
      bird.probability = Math.max(bird.probability, probability);
      bird.heard.push({ sound: args.sound, times });
      found.set(taxon, bird);
    }
  }
  return [...found]
    .map(([taxon, bird]) => ({ taxon, ...bird, verdict: judgeBird(ledger, taxon, context) }))
    .sort((a, b) => b.probability - a.probability);
}

/** The verdict on one bird of the recordings, by the same rules: as if nothing else had been heard. */
export function judgeBird(ledger: Ledger, taxon: TaxonId, context: VerdictContext): Verdict {
  const { taxonomy } = context;
  // A photo of another bird says nothing about this one.
  const shown = gatherSupport(ledger, taxonomy)?.best('species') === taxon;
  const about = ledger.flatMap((entry) => {
    if (entry.kind === 'observer') return [entry];
    if (entry.tool === 'classify_sound') return withOnly(entry, taxon);
    const ofPhotos = entry.tool === 'classify_image' || entry.tool === 'detect_bird' || entry.tool === 'quality_gate';
    return ofPhotos && !shown ? [] : [entry];
  });
  return decideVerdict(about, context);
}

function withOnly(entry: Evidence, taxon: TaxonId): Evidence[] {
  if (entry.kind !== 'tool' || entry.tool !== 'classify_sound' || entry.outcome.status !== 'ok') return [];
  const birds = entry.outcome.payload.birds.filter((bird) => bird.taxon === taxon);
  if (birds.length === 0) return [];
  return [{ ...entry, outcome: { ...entry.outcome, payload: { ...entry.outcome.payload, birds } } }];
}
