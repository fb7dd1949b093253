import type { Box } from '../domain/box';
import { answers, wasTried, type Ledger } from '../domain/ledger';
import type { Observation, Photo, Sound } from '../domain/observation';
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
 * The rules in code: find the bird, check that it can be judged, name it, ask about the place last. A photo that passes at
 * once costs four calls. Where no bird is found at once, it looks closer before it gives up. A bird that was found is looked at
 * once: a second look took as many names away as it brought (docs/decisions/0030-looking-again.md). A recording is measured,
 * then listened to where something stands out: three calls with the place.
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

  if (!triedAt(ledger, 'quality_gate', ref, region)) return call('quality_gate', { image: ref, ...at(region) });
  const gate = answers(ledger, 'quality_gate').find(
    ({ args }) => args.image === ref && sameRegion(args.region, region),
  );
  if (gate?.payload.grade === 'fail') return skipOnce(ledger, 'classify_image', 'quality_failed');

  const looked = triedAt(ledger, 'classify_image', ref, region);
  return looked ? null : call('classify_image', { image: ref, ...at(region) });
}

function at(region: Box | null): { region?: Box } {
  return region ? { region } : {};
}

function askAboutPlace(ledger: Ledger): Decision | null {
  if (wasTried(ledger, 'geo_prior')) return null;
  const taxa = candidatesOf(ledger);
  return taxa.length ? call('geo_prior', { taxa }) : null;
}
