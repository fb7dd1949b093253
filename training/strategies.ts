import * as v from 'valibot';
import { candidatesOf } from '../src/agent/candidates';
import { find } from '../src/agent/finding';
import { call, type Decision, type Policy, type Situation } from '../src/agent/policy';
import { sameRegion, triedAt, triedOn } from '../src/agent/tried';
import type { Box } from '../src/domain/box';
import { answers, wasTried, type Ledger } from '../src/domain/ledger';
import type { Photo, Sound } from '../src/domain/observation';
import { isCredible } from '../src/domain/search';

/**
 * One way to go about an observation, beside the blueprint's. What each of them comes to is played for every observation,
 * and a teacher is made of what was best where (models/policy/expert.py).
 */
export const StrategySchema = v.object({
  /** Where to look when the detector finds no bird: nowhere, at its best faint box, at the whole photo, or as the blueprint does. */
  search: v.picklist(['none', 'faint', 'whole', 'faint whole', 'all']),
  /** When the picture is judged: before it is looked at, at the end, to say what would help, or never. */
  gate: v.picklist(['first', 'last', 'never']),
  /** Whether the bird is looked at again, with more around it. */
  wider: v.boolean(),
  place: v.picklist(['always', 'given', 'never']),
});
export type Strategy = v.InferOutput<typeof StrategySchema>;

const CONCLUDE: Decision = { kind: 'conclude', ceiling: 'species', tokens: 0 };
const MARGIN = 0.3;
/** Calls that a search leaves for what comes after it. */
const KEPT = 3;

export function strategyPolicy(strategy: Strategy): Policy {
  return { name: 'strategy', decide: (situation) => Promise.resolve(next(situation, strategy)) };
}

function next({ observation, ledger, callsLeft }: Situation, strategy: Strategy): Decision {
  for (const photo of observation.photos) {
    const step = lookAt(photo, ledger, callsLeft - KEPT, strategy);
    if (step) return step;
  }
  for (const sound of observation.sounds) {
    const step = listenTo(sound, ledger);
    if (step) return step;
  }
  const taxa = candidatesOf(ledger);
  const asks = strategy.place === 'always' || (strategy.place === 'given' && observation.place !== null);
  if (asks && taxa.length > 0 && !wasTried(ledger, 'geo_prior')) return call('geo_prior', { taxa });
  const judging = strategy.gate === 'last' ? judgeLast(observation.photos, ledger) : null;
  return judging ?? CONCLUDE;
}

function lookAt(photo: Photo, ledger: Ledger, callsLeft: number, strategy: Strategy): Decision | null {
  const { ref, focus } = photo;
  const found = focus ? { region: focus } : search(photo, ledger, callsLeft, strategy.search);
  if ('step' in found) return found.step;
  const { region } = found;
  const here = { image: ref, ...(region ? { region } : {}) };
  if (strategy.gate === 'first') {
    if (!triedAt(ledger, 'quality_gate', ref, region)) return call('quality_gate', here);
    const gate = answers(ledger, 'quality_gate').find(
      ({ args }) => args.image === ref && sameRegion(args.region, region),
    );
    if (gate?.payload.grade === 'fail') return null;
  }
  if (!triedAt(ledger, 'classify_image', ref, region)) return call('classify_image', here);
  if (!strategy.wider || !region) return null;
  if (!triedAt(ledger, 'crop', ref, region)) return call('crop', { image: ref, region, margin: MARGIN });
  const view = answers(ledger, 'crop').find(({ args }) => args.image === ref)?.payload.image;
  return view && !triedOn(ledger, 'classify_image', view) ? call('classify_image', { image: view }) : null;
}

type Found = { region: Box | null } | { step: Decision | null };

function search(photo: Photo, ledger: Ledger, callsLeft: number, how: Strategy['search']): Found {
  const { ref } = photo;
  if (how === 'all') {
    const found = find(photo, ledger, callsLeft);
    // Notes of what was left out are no steps.
    return 'step' in found && found.step?.kind === 'skip' ? { step: null } : found;
  }
  if (!triedOn(ledger, 'detect_bird', ref)) return { step: call('detect_bird', { image: ref }) };
  const glance = answers(ledger, 'detect_bird').find(({ args }) => args.image === ref)?.payload;
  const largest = glance && glance.largest !== null ? glance.birds[glance.largest] : undefined;
  if (largest) return { region: largest.box };
  const [faint] = [...(glance?.faint ?? [])].sort((a, b) => b.score - a.score);
  if (how.includes('faint') && faint) {
    if (!triedAt(ledger, 'classify_image', ref, faint.box)) {
      return { step: call('classify_image', { image: ref, region: faint.box }) };
    }
    if (showsBird(photo, faint.box, faint.score, ledger)) return { region: faint.box };
  }
  if (how.includes('whole')) {
    if (!triedAt(ledger, 'classify_image', ref, null)) return { step: call('classify_image', { image: ref }) };
    if (showsBird(photo, null, null, ledger)) return { region: null };
  }
  return { step: null };
}

function showsBird({ ref }: Photo, box: Box | null, found: number | null, ledger: Ledger): boolean {
  const look = answers(ledger, 'classify_image').find(({ args }) => args.image === ref && sameRegion(args.region, box));
  return look !== undefined && isCredible({ payload: look.payload, found });
}

function listenTo({ ref }: Sound, ledger: Ledger): Decision | null {
  if (!triedOn(ledger, 'audio_quality', ref)) return call('audio_quality', { sound: ref });
  const measured = answers(ledger, 'audio_quality').find(({ args }) => args.sound === ref)?.payload;
  if (measured?.grade === 'fail' || triedOn(ledger, 'classify_sound', ref)) return null;
  const stretches = measured?.stretches ?? [];
  return call('classify_sound', stretches.length ? { sound: ref, stretches } : { sound: ref });
}

/** Judges the first picture that was looked at, where none was. */
function judgeLast(photos: readonly Photo[], ledger: Ledger): Decision | null {
  if (wasTried(ledger, 'quality_gate')) return null;
  const [look] = answers(ledger, 'classify_image').filter(({ args }) => photos.some(({ ref }) => ref === args.image));
  if (!look) return null;
  const { image, region } = look.args;
  return call('quality_gate', { image, ...(region ? { region } : {}) });
}
