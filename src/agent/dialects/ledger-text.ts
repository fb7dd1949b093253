import { answers, isObserversWord, type Evidence, type ToolEvidence } from '../../domain/ledger';
import { monthOf, type Observation, type Photo } from '../../domain/observation';
import type { Failure } from '../../domain/outcome';
import { remediesAgainst, SECOND_LOOK } from '../../domain/second-look';
import { looksThatCount } from '../../domain/search';
import { searchesIn } from '../../domain/views';
import { candidatesOf } from '../candidates';
import type { Seen } from '../policy';
import type { Style } from './dialect';
import { SPOT_NAMES, spotOf } from './spots';

/** A longer message of a failure would cost a small policy more than it helps. */
const LONGEST_FAILURE = 160;
/** The observer's note, for a small policy. */
const LONGEST_NOTE = 80;

/** What a policy is told at the start. */
export function describeObservation(observation: Observation, style: Style): string {
  // A compact policy points at birds and never writes a box: pixels would be tokens for nothing.
  const size = ({ width, height }: Photo): string => (style === 'compact' ? '' : ` ${width}x${height}`);
  const lines = observation.photos.map((photo) => `${photo.ref}${size(photo)}${photo.focus ? ' focus' : ''}`);
  lines.push(...observation.sounds.map(({ ref, seconds }) => `${ref} ${Math.round(seconds)}s`));
  const { place, day } = observation;
  const where = place ? `${Math.round(place.latitude)} ${Math.round(place.longitude)}` : 'unknown';
  lines.push(`place ${where} month ${(day && monthOf(day)) ?? 'unknown'}`);
  const note = noteOf(observation);
  if (note) lines.push(`note ${style === 'compact' ? note.slice(0, LONGEST_NOTE) : note}`);
  return lines.join('\n');
}

/** The observer's own words; they are evidence of the observer's, never a tool's. */
function noteOf(observation: Observation): string {
  return (observation.note ?? '').replace(/\s+/g, ' ').trim();
}

/** The result of a call: one line for a small policy, everything for a large one. */
export function describeEvidence(entry: Evidence, style: Style): string {
  if (entry.kind === 'skipped' || isObserversWord(entry)) return 'noted';
  if (entry.outcome.status === 'failed') return describeFailure(entry.outcome, style);
  if (entry.kind === 'rejected') return '';
  return style === 'full' ? JSON.stringify(entry.outcome.payload, rounded) : describeAnswer(entry);
}

/**
 * What is still to be done after an entry, for a small policy: files that no tool was asked about, and `top` where this entry named nothing
 * but an earlier one did. All of it stands further up; a small network that has to find it there overlooks it.
 */
export function describeStanding(entry: Evidence, { observation, ledger }: Seen): string {
  const after = [...ledger, entry];
  const asked = new Set(after.flatMap((one) => (one.kind === 'tool' ? subjectOf(one) : [])));
  const left = [...observation.photos, ...observation.sounds].map(({ ref }) => ref).filter((ref) => !asked.has(ref));
  const named = namesNothing(entry) && candidatesOf(after).length > 0 ? ' top' : '';
  return `${searchLeft(entry, { observation, ledger: after })}${named}${left.length ? ` left ${left.join(' ')}` : ''}`;
}

/** Places of a photo where the search could go on, as long as it has found no bird. */
function searchLeft(entry: Evidence, seen: Seen): string {
  const { observation, ledger } = seen;
  const [subject] = entry.kind === 'tool' ? subjectOf(entry) : [];
  const ref = observation.photos.map((photo) => photo.ref).find((one) => subject?.split('.')[0] === one);
  if (!ref || entry.kind !== 'tool' || (entry.tool !== 'detect_bird' && entry.tool !== 'classify_image')) return '';
  const here = searchesIn(ledger).filter(({ photo }) => photo === ref);
  const looks = answers(ledger, 'classify_image').filter(({ args }) => args.image.split('.')[0] === ref);
  const isFound = looks.length > 0 ? looksThatCount(ledger).some(({ photo }) => photo === ref) : false;
  const isClear = looks.length === 0 && here.some(({ part, birds }) => part === null && birds.length > 0);
  if (isFound || isClear || here.length === 0) return '';
  const spots = SPOT_NAMES.filter((name) => name !== 'here' && spotOf(name, ref, seen) !== null);
  return ` unseen${spots.length ? ` try ${spots.join(' ')}` : ''}`;
}

function subjectOf({ args }: ToolEvidence): string[] {
  return 'image' in args ? [args.image] : 'sound' in args ? [args.sound] : [];
}

function namesNothing(entry: Evidence): boolean {
  if (entry.kind === 'skipped') return true;
  if (entry.kind !== 'tool' || entry.tool !== 'classify_sound' || entry.outcome.status !== 'ok') return false;
  return entry.outcome.payload.birds.length === 0;
}

function describeFailure({ code, message, hint }: Failure, style: Style): string {
  const whole = [`error ${code}`, message, hint].filter((part) => part !== '').join(' ');
  return style === 'full' ? whole : whole.slice(0, LONGEST_FAILURE);
}

/**
 * For a small policy: only what the next step can depend on. It points where a large one writes (`largest`, `top`), so it
 * needs neither boxes nor names; and a name that it had not seen in training misled it.
 */
function describeAnswer(entry: ToolEvidence): string {
  if (entry.outcome.status === 'failed') return '';
  switch (entry.tool) {
    case 'detect_bird': {
      const { count, birds, largest, bestBelow } = entry.outcome.payload;
      if (largest === null) return `birds none below ${share(bestBelow)}`;
      return `birds ${count} best ${share(birds[0]?.score ?? 0)}`;
    }
    case 'quality_gate': {
      const { grade, reasons } = entry.outcome.payload;
      // What would help, not what is wrong: a reason that no photo of the training had would say nothing.
      return ['quality', grade, ...remediesAgainst(reasons)].join(' ');
    }
    case 'zoom_in':
    case 'crop':
    case 'enhance':
      return `view ${entry.outcome.payload.image}`;
    case 'classify_image': {
      const { candidates, genera, families, noBird, coverage } = entry.outcome.payload;
      const top = candidates.slice(0, 2).map(({ probability }) => share(probability));
      const above = `genus ${share(genera[0]?.probability ?? 0)} family ${share(families[0]?.probability ?? 0)}`;
      const covered = coverage === null ? '' : ` cover ${share(coverage)}`;
      return `top ${howSure(candidates[0]?.probability ?? 0)} ${top.join(' ')} ${above} nobird ${share(noBird)}${covered}`;
    }
    case 'audio_quality': {
      const { grade, reasons, stretches } = entry.outcome.payload;
      return ['sound', grade, 'worth', stretches.length || 'none', ...reasons].join(' ');
    }
    case 'classify_sound': {
      const { birds, others, coverage } = entry.outcome.payload;
      const heard = birds.slice(0, 3).map(({ probability }) => share(probability));
      const covered = coverage === null ? [] : [`cover ${share(coverage)}`];
      // What is asked next depends on this one word.
      return [
        'heard',
        birds.length || 'none',
        ...heard,
        ...others.slice(0, 2).map(({ kind }) => kind),
        ...covered,
      ].join(' ');
    }
    case 'geo_prior': {
      const { payload } = entry.outcome;
      if (!payload.applied) return `place not applied ${payload.reason}`;
      const known = payload.species.slice(0, 3).map(({ status }) => status);
      // A bare `place` read like a question that still had to be asked.
      return ['place', ...(known.length ? known : ['none', 'known'])].join(' ');
    }
  }
}

/** One word for where a first look lies relative to the two bars that decide about a second one. */
function howSure(best: number): string {
  if (best >= SECOND_LOOK.sure) return 'sure';
  return best < SECOND_LOOK.hopeless ? 'hopeless' : 'unsure';
}

/**
 * A share of 1 as two digits: `.93`, `1.0`. Cut, not rounded: a policy decides by bars that are whole hundredths, and what is
 * told as `.90` has to be at least 0.9.
 */
export function share(value: number): string {
  const near = Math.max(0, Math.round(value * 100));
  const hundredths = near / 100 > value ? Math.max(0, near - 1) : near;
  return hundredths >= 100 ? '1.0' : `.${String(hundredths).padStart(2, '0')}`;
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}
