import type { Box } from '../domain/box';
import { answers, wasTried, type Ledger } from '../domain/ledger';
import type { ImageRef, Observation, Photo, Sound } from '../domain/observation';
import { remediesAgainst, SECOND_LOOK, wantsSecondLook } from '../domain/second-look';
import type { QualityReason } from '../domain/tools/quality_gate';
import type { ToolPayload } from '../domain/tools/schemas';
import { candidatesOf } from './candidates';
import { find } from './finding';
import { call, type Decision, type Policy, type Situation } from './policy';
import { sameRegion, skipOnce, triedAt, triedOn } from './tried';

/** At most this many photos and recordings are used, so that a run stays short. */
const MAX_PHOTOS = 4;
const MAX_SOUNDS = 4;
/** Calls that a clear photo or a recording needs before the place: reserved for those that come later. */
const CALLS_A_PHOTO = 3;
const CALLS_A_SOUND = 2;
const CONCLUDE: Decision = { kind: 'conclude', ceiling: 'species', tokens: 0 };

/**
 * The rules in code: find the bird, check that it can be judged, name it, look a second time only where the first look
 * was marginal, ask about the place last. A photo that passes at once costs four calls. Where no bird is found at once, it
 * looks closer before it gives up. A recording is measured, then listened to where something stands out: three calls with
 * the place.
 */
export const blueprint: Policy = {
  name: 'blueprint',
  decide: (situation) => Promise.resolve(next(situation)),
};

function next({ observation, ledger, callsLeft }: Situation): Decision {
  const photos = observation.photos.slice(0, MAX_PHOTOS);
  for (const [index, photo] of photos.entries()) {
    const step = lookAt(photo, ledger, callsLeft - keptFor(observation, ledger, photos.length - index - 1));
    if (step) return step;
  }
  for (const sound of observation.sounds.slice(0, MAX_SOUNDS)) {
    const step = listenTo(sound, ledger);
    if (step) return step;
  }
  return askAboutPlace(ledger) ?? CONCLUDE;
}

/** Calls that a search must leave for later photos and recordings, and for the place. */
function keptFor({ sounds }: Observation, ledger: Ledger, photos: number): number {
  const unheard = sounds.slice(0, MAX_SOUNDS).filter(({ ref }) => !triedOn(ledger, 'audio_quality', ref));
  return photos * CALLS_A_PHOTO + unheard.length * CALLS_A_SOUND + 1;
}

/** The next step for one recording; null when there is nothing left to learn from it. */
function listenTo({ ref }: Sound, ledger: Ledger): Decision | null {
  if (!triedOn(ledger, 'audio_quality', ref)) return call('audio_quality', { sound: ref });
  const [measured] = answers(ledger, 'audio_quality').filter(({ args }) => args.sound === ref);
  if (measured?.payload.grade === 'fail') return skipOnce(ledger, 'classify_sound', 'quality_failed');
  if (triedOn(ledger, 'classify_sound', ref)) return null;
  const stretches = measured?.payload.stretches ?? [];
  return call('classify_sound', stretches.length ? { sound: ref, stretches } : { sound: ref });
}

/** The next step for one photo; null when there is nothing left to learn from it. */
function lookAt(photo: Photo, ledger: Ledger, callsLeft: number): Decision | null {
  const { ref, focus } = photo;
  const found = focus ? { region: focus } : find(photo, ledger, callsLeft);
  if ('step' in found) return found.step;
  const { region } = found;
  const here = <T extends { args: { image: ImageRef; region?: Box | undefined } }>(entries: T[]): T | undefined =>
    entries.find(({ args }) => args.image === ref && sameRegion(args.region, region));

  if (!triedAt(ledger, 'quality_gate', ref, region)) return call('quality_gate', { image: ref, ...at(region) });
  const gate = here(answers(ledger, 'quality_gate'));
  if (gate?.payload.grade === 'fail') return skipOnce(ledger, 'classify_image', 'quality_failed');

  if (!triedAt(ledger, 'classify_image', ref, region)) return call('classify_image', { image: ref, ...at(region) });
  const look = here(answers(ledger, 'classify_image'));
  return look && region ? secondLook(ref, region, gate?.payload ?? null, look.payload, ledger) : null;
}

function at(region: Box | null): { region?: Box } {
  return region ? { region } : {};
}

/** Looks again where the picture or the first answer is marginal, in the way that could help. */
function secondLook(
  ref: ImageRef,
  region: Box,
  quality: ToolPayload<'quality_gate'> | null,
  first: ToolPayload<'classify_image'>,
  ledger: Ledger,
): Decision | null {
  if (!wantsSecondLook(first.candidates[0]?.probability ?? 0, quality?.grade ?? null)) return null;

  const view = viewOf(ref, region, ledger);
  if (view) return triedOn(ledger, 'classify_image', view) ? null : call('classify_image', { image: view });
  const made = VIEWS.some((tool) => triedAt(ledger, tool, ref, region));
  return made ? null : remedy(ref, region, quality?.reasons ?? []);
}

function remedy(image: ImageRef, region: Box, reasons: readonly QualityReason[]): Decision {
  const [best] = remediesAgainst(reasons);
  // The picture is fine: show the classifier the bird with more of what is around it.
  if (best === undefined) return call('crop', { image, region, margin: SECOND_LOOK.margin });
  if (best === 'zoom') return call('zoom_in', { image, region, factor: SECOND_LOOK.factor });
  return call('enhance', { image, region, operation: best });
}

function askAboutPlace(ledger: Ledger): Decision | null {
  if (wasTried(ledger, 'geo_prior')) return null;
  const taxa = candidatesOf(ledger);
  return taxa.length ? call('geo_prior', { taxa }) : null;
}

const VIEWS = ['zoom_in', 'enhance', 'crop'] as const;

/** The first view that a tool made of this bird. */
function viewOf(ref: ImageRef, region: Box, ledger: Ledger): ImageRef | null {
  const made = VIEWS.flatMap((tool) => answers(ledger, tool));
  return made.find(({ args }) => args.image === ref && sameRegion(args.region, region))?.payload.image ?? null;
}
