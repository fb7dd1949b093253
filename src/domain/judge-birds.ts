import type { HeardBird } from './tools/classify_sound';
import { birdsHeard } from './heard';
import { answers, type Evidence, type Ledger } from './ledger';
import type { SoundRef } from './observation';
import { gatherSupport } from './support';
import type { TaxonId } from './taxonomy';
import type { Verdict } from './verdict';
import { decideAbout, type VerdictContext } from './verdict-rules';

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
  const shown = gatherSupport(ledger, context.taxonomy)?.best('species') ?? null;
  return [...found]
    .map(([taxon, heard]) => {
      return { taxon, heard, ...decideAbout(ledgerAbout(ledger, taxon, shown), taxon, context) };
    })
    .sort((a, b) => b.probability - a.probability);
}

/** A photo of another bird says nothing about this one, nor does a recording without it. */
function ledgerAbout(ledger: Ledger, taxon: TaxonId, shown: TaxonId | null): Evidence[] {
  const alone = birdsHeard(ledger) < 2 && shown === null;
  return ledger.filter((entry) => {
    if (entry.kind === 'observer') return true;
    if (entry.kind === 'answer') return shown === taxon || alone;
    if (entry.tool === 'classify_sound') return holds(entry, taxon);
    const ofPhotos = entry.tool === 'classify_image' || entry.tool === 'detect_bird' || entry.tool === 'quality_gate';
    return shown === taxon || !ofPhotos;
  });
}

function holds(entry: Evidence, taxon: TaxonId): boolean {
  if (entry.kind !== 'tool' || entry.tool !== 'classify_sound' || entry.outcome.status !== 'ok') return false;
  return entry.outcome.payload.birds.some((bird) => bird.taxon === taxon);
}
