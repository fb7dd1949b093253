import { intersectionOverUnion, squareAround, type Box, type ScoredBox } from '../domain/box';
import { answers, type Evidence, type Ledger, type ModelFingerprint, type ToolEvidence } from '../domain/ledger';
import type { ImageRef, Photo, Sound, Stretch } from '../domain/observation';
import type { TaxonId } from '../domain/taxonomy';
import type { Verdict } from '../domain/verdict';
import { isRefuted, looksThatCount } from '../domain/search';
import type { RangeStatus } from '../domain/tools/geo_prior';
import type { ToolArgs } from '../domain/tools/schemas';
import { sameSpot, searchesIn, traceToPhoto, type Spot } from '../domain/views';

/** What the screen shows of a ledger. Pure, so that a live run and a saved one look alike. */

export type Stance = 'for' | 'against' | 'missing' | 'step';

export function stanceOf(entry: Evidence, verdict: Verdict | null): Stance {
  if (entry.kind === 'observer') return 'step';
  if (entry.kind === 'answer') return saidFor(entry.id, verdict);
  if (entry.kind !== 'tool' || entry.outcome.status === 'failed') return 'missing';
  if (entry.tool === 'geo_prior' && !entry.outcome.payload.applied) return 'missing';
  if (verdict?.opposing.includes(entry.id)) return 'against';
  if (verdict?.supporting.includes(entry.id)) return 'for';
  return 'step';
}

function saidFor(id: number, verdict: Verdict | null): Stance {
  if (verdict?.opposing.includes(id)) return 'against';
  return verdict?.supporting.includes(id) ? 'for' : 'step';
}

/** How much an entry weighed, 0-1, for "strongest first". */
export function strengthOf(entry: Evidence): number {
  if (entry.kind !== 'tool' || entry.outcome.status === 'failed') return 0;
  switch (entry.tool) {
    case 'classify_image':
      return 1 + (entry.outcome.payload.candidates[0]?.probability ?? 0);
    case 'geo_prior':
      return entry.outcome.payload.applied ? 0.9 : 0;
    case 'detect_bird':
      return 0.5 + (entry.outcome.payload.birds[0]?.score ?? 0) / 4;
    case 'quality_gate':
      return 0.5;
    default:
      return 0.1;
  }
}

/** The packs whose models answered, in the order in which they first did: the app's own is not always among them. */
export function packsIn(ledger: Ledger): Pick<ModelFingerprint, 'pack' | 'version'>[] {
  const models = ledger.flatMap((entry) => (entry.kind === 'tool' && entry.model ? [entry.model] : []));
  return [...new Map(models.map(({ pack, version }) => [`${pack} ${version}`, { pack, version }])).values()];
}

/** How much of a recording its small picture shows. */
const STRIP_SECONDS = 3;

/** The part of a recording that shows what a tool heard: its surest window, else the first stretch worth hearing. */
export function loudestStretch(entry: ToolEvidence, sound: Sound): Stretch | null {
  if (entry.outcome.status !== 'ok') return null;
  const start = startOf(entry);
  if (start === null) return null;
  const from = Math.max(0, Math.min(start, sound.seconds - STRIP_SECONDS));
  return { from, to: Math.min(sound.seconds, from + STRIP_SECONDS) };
}

function startOf(entry: ToolEvidence): number | null {
  if (entry.outcome.status !== 'ok') return null;
  if (entry.tool === 'audio_quality') return entry.outcome.payload.stretches[0]?.from ?? 0;
  if (entry.tool !== 'classify_sound') return null;
  const times = entry.outcome.payload.birds[0]?.times ?? [];
  return [...times].sort((a, b) => b.probability - a.probability)[0]?.from ?? 0;
}

/** A part of a recording that shows what it is about, for a small picture. */
export function stripOf(ledger: Ledger, sound: Sound): Stretch {
  const best = bestHeard(ledger, null);
  return best?.sound === sound.ref ? best.stretch : { from: 0, to: Math.min(sound.seconds, STRIP_SECONDS) };
}

/** Where a bird is heard best; null where no sound has it. */
export function bestHeard(ledger: Ledger, taxon: TaxonId | null): { sound: Sound['ref']; stretch: Stretch } | null {
  for (const { args, payload } of answers(ledger, 'classify_sound')) {
    const bird = payload.birds.find((one) => one.taxon === taxon) ?? payload.birds[0];
    const [best] = [...(bird?.times ?? [])].sort((a, b) => b.probability - a.probability);
    if (best) return { sound: args.sound, stretch: { from: best.from, to: best.to } };
  }
  return null;
}

/**
 * Every bird found in a photo: what the detector saw in it or in a part of it, and what the classifier knew for a bird where
 * the detector was not sure. What was looked at and is no bird is left out, unless nothing else was found.
 */
export function birdsIn(ledger: Ledger, photo: ImageRef): ScoredBox[] {
  const searches = searchesIn(ledger).filter((search) => search.photo === photo);
  const looks = looksThatCount(ledger).filter((look) => look.photo === photo);
  const refuted = answers(ledger, 'classify_image').filter(({ payload }) => isRefuted(payload));
  const glimpsed = looks.flatMap(({ box, found }) => (box && found !== null ? [{ box, score: found }] : []));
  const all = [...searches.flatMap(({ birds }) => birds), ...glimpsed];
  const birds: ScoredBox[] = [];
  for (const bird of all) if (!birds.some(({ box }) => sameSpot(box, bird.box))) birds.push(bird);
  const kept = birds.filter(({ box }) => !refuted.some(({ args }) => isAt(ledger, args, photo, box)));
  return kept.length ? kept : searches.filter(({ part }) => part === null).flatMap((search) => search.birds);
}

function isAt(ledger: Ledger, args: ToolArgs<'classify_image'>, photo: ImageRef, box: Box): boolean {
  const spot = traceToPhoto(ledger, args.image, args.region ?? null);
  return spot.photo === photo && spot.box !== null && sameSpot(spot.box, box);
}

export interface Subject {
  photo: ImageRef;
  box: Box | null;
}

/** The bird that a run is about: the one chosen, else the one that was classified, else the largest found. */
export function subjectOf(ledger: Ledger, photos: readonly Photo[]): Subject | null {
  const chosen = photos.find((photo) => photo.focus);
  if (chosen) return { photo: chosen.ref, box: chosen.focus };
  const looked = looksThatCount(ledger)[0] ?? gated(ledger);
  if (looked)
    return { photo: looked.photo, box: looked.box && (snapToBird(ledger, looked.photo, looked.box) ?? looked.box) };
  const found = answers(ledger, 'detect_bird').find(({ payload }) => payload.largest !== null);
  if (found) return { photo: found.args.image, box: found.payload.birds[found.payload.largest ?? 0]?.box ?? null };
  return photos[0] ? { photo: photos[0].ref, box: null } : null;
}

function gated(ledger: Ledger): Spot | null {
  const [gate] = answers(ledger, 'quality_gate');
  return gate ? traceToPhoto(ledger, gate.args.image, gate.args.region ?? null) : null;
}

/** The square to show of a box in a photo, with a little of what is around it; the whole where the photo is not known. */
export function frameOf(photos: readonly Photo[], image: ImageRef, box: Box | null): Box | null {
  const photo = photos.find(({ ref }) => ref === image);
  return box && photo ? squareAround(box, 0.08, photo) : box;
}

/** A crop has a margin; the bird inside it is the found box that it overlaps most. */
function snapToBird(ledger: Ledger, photo: ImageRef, box: Box): Box | null {
  let best: Box | null = null;
  for (const bird of birdsIn(ledger, photo)) {
    if (!best || intersectionOverUnion(bird.box, box) > intersectionOverUnion(best, box)) best = bird.box;
  }
  return best && intersectionOverUnion(best, box) > 0 ? best : null;
}

export function sameBox(a: Box | null, b: Box | null): boolean {
  return a !== null && b !== null && intersectionOverUnion(a, b) > 0.9;
}

export interface RuledOut {
  taxon: TaxonId;
  /** The most any look at the picture gave it. */
  probability: number;
  range: RangeStatus | null;
}

/** Species that a tool put forward and the verdict left behind, likeliest first. */
export function ruledOut(ledger: Ledger, verdict: Verdict): RuledOut[] {
  const kept = new Set([verdict.taxon, ...verdict.alternatives.map(({ taxon }) => taxon)]);
  const ranges = new Map<TaxonId, RangeStatus>();
  for (const { payload } of answers(ledger, 'geo_prior')) {
    if (payload.applied) for (const { taxon, status } of payload.species) ranges.set(taxon, status);
  }
  const best = new Map<TaxonId, number>();
  for (const { payload } of answers(ledger, 'classify_image')) {
    for (const { taxon, probability } of payload.candidates) {
      if (!kept.has(taxon)) best.set(taxon, Math.max(probability, best.get(taxon) ?? 0));
    }
  }
  return [...best]
    .map(([taxon, probability]) => ({ taxon, probability, range: ranges.get(taxon) ?? null }))
    .filter(({ probability }) => probability >= 0.01)
    .sort((a, b) => b.probability - a.probability)
    .slice(0, 5);
}

/** The species that a verdict leaves possible, the likeliest first. */
export function speciesOf({ grain, taxon, guess, alternatives }: Verdict): TaxonId[] {
  const named = grain === 'species' && taxon ? [taxon] : [];
  const guessed = guess ? [guess.taxon] : [];
  return [...new Set([...named, ...guessed, ...alternatives.map((one) => one.taxon)])];
}
