import type { Box } from '../domain/box';
import { answers, wasTried, type Ledger } from '../domain/ledger';
import type { ImageRef, Photo, Sound, SoundRef } from '../domain/observation';
import { remediesAgainst, SECOND_LOOK, wantsSecondLook } from '../domain/second-look';
import type { QualityReason } from '../domain/tools/quality_gate';
import type { ToolPayload } from '../domain/tools/schemas';
import { candidatesOf } from './candidates';
import { call, type Decision, type Policy, type Situation } from './policy';

/** Photos beyond these are not looked at, recordings beyond these not listened to: a run stays short. */
const MAX_PHOTOS = 4;
const MAX_SOUNDS = 4;
const CONCLUDE: Decision = { kind: 'conclude', ceiling: 'species', tokens: 0 };

/**
 * The rules in code: find the bird, check that it can be judged, name it, look a second time only where the first look
 * was marginal, ask about the place last. A photo that passes at once costs four calls. A recording is measured, then
 * listened to where something stands out: three calls with the place.
 */
export const blueprint: Policy = {
  name: 'blueprint',
  decide: (situation) => Promise.resolve(next(situation)),
};

function next({ observation, ledger }: Situation): Decision {
  for (const photo of observation.photos.slice(0, MAX_PHOTOS)) {
    const step = lookAt(photo, ledger);
    if (step) return step;
  }
  for (const sound of observation.sounds.slice(0, MAX_SOUNDS)) {
    const step = listenTo(sound, ledger);
    if (step) return step;
  }
  return askAboutPlace(ledger) ?? CONCLUDE;
}

/** The next thing to do with one recording; null when it has told what it can. */
function listenTo({ ref }: Sound, ledger: Ledger): Decision | null {
  if (!triedOn(ledger, 'audio_quality', ref)) return call('audio_quality', { sound: ref });
  const [measured] = answers(ledger, 'audio_quality').filter(({ args }) => args.sound === ref);
  if (measured?.payload.grade === 'fail') return skipOnce(ledger, 'classify_sound', 'quality_failed');
  if (triedOn(ledger, 'classify_sound', ref)) return null;
  const stretches = measured?.payload.stretches ?? [];
  return call('classify_sound', stretches.length ? { sound: ref, stretches } : { sound: ref });
}

/** The next thing to do with one photo; null when it has told what it can. */
function lookAt({ ref, focus }: Photo, ledger: Ledger): Decision | null {
  const of = <T extends { args: { image: ImageRef } }>(entries: T[]): T[] =>
    entries.filter((e) => e.args.image === ref);

  if (!focus && !triedOn(ledger, 'detect_bird', ref)) return call('detect_bird', { image: ref });
  const [detection] = of(answers(ledger, 'detect_bird'));
  const region = focus ?? bestBox(detection?.payload);
  if (!region) return skipOnce(ledger, 'classify_image', 'no_bird');

  if (!triedOn(ledger, 'quality_gate', ref)) return call('quality_gate', { image: ref, region });
  const [gate] = of(answers(ledger, 'quality_gate'));
  if (gate?.payload.grade === 'fail') return skipOnce(ledger, 'classify_image', 'quality_failed');

  if (!triedOn(ledger, 'classify_image', ref)) return call('classify_image', { image: ref, region });
  const [look] = of(answers(ledger, 'classify_image'));
  return look ? secondLook(ref, region, gate?.payload ?? null, look.payload, ledger) : null;
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

  const view = viewOf(ref, ledger);
  if (view) return triedOn(ledger, 'classify_image', view) ? null : call('classify_image', { image: view });
  const made = (['zoom_in', 'enhance', 'crop'] as const).some((tool) => triedOn(ledger, tool, ref));
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

function bestBox(detection: ToolPayload<'detect_bird'> | undefined): Box | null {
  const largest = detection?.largest ?? null;
  return largest === null ? null : (detection?.birds[largest]?.box ?? null);
}

/** The first view that a tool made of this photo. */
function viewOf(ref: ImageRef, ledger: Ledger): ImageRef | null {
  for (const tool of ['zoom_in', 'enhance', 'crop'] as const) {
    const [made] = answers(ledger, tool).filter((answer) => answer.args.image === ref);
    if (made) return made.payload.image;
  }
  return null;
}

function triedOn(ledger: Ledger, tool: string, ref: ImageRef | SoundRef): boolean {
  return ledger.some((entry) => {
    if (!('args' in entry) || entry.tool !== tool) return false;
    const args = entry.args as { image?: unknown; sound?: unknown } | null;
    return args?.image === ref || args?.sound === ref;
  });
}

/** Notes once that a tool was left out; null where that is already noted. */
function skipOnce(
  ledger: Ledger,
  tool: 'classify_image' | 'classify_sound',
  reason: 'no_bird' | 'quality_failed',
): Decision | null {
  const noted = ledger.some((entry) => entry.kind === 'skipped' && entry.tool === tool && entry.reason === reason);
  return noted ? null : { kind: 'skip', tool, reason, tokens: 0 };
}
