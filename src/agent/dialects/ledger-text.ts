import type { Evidence, ToolEvidence } from '../../domain/ledger';
import { monthOf, type Observation } from '../../domain/observation';
import type { Failure } from '../../domain/outcome';
import type { Style } from './dialect';

/** A failure's words beyond these would cost a small policy more than they help. */
const LONGEST_FAILURE = 160;
/** The observer's note, for a small policy. */
const LONGEST_NOTE = 80;

/** What a policy is told at the start. */
export function describeObservation(observation: Observation, style: Style): string {
  const lines = observation.photos.map(
    ({ ref, width, height, focus }) => `${ref} ${width}x${height}${focus ? ' focus' : ''}`,
  );
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

/** What came of a call, in a line a small policy can read, or whole for a large one. */
export function describeEvidence(entry: Evidence, style: Style): string {
  if (entry.kind === 'skipped' || entry.kind === 'observer') return 'noted';
  if (entry.outcome.status === 'failed') return describeFailure(entry.outcome, style);
  if (entry.kind === 'rejected') return '';
  return style === 'full' ? JSON.stringify(entry.outcome.payload, rounded) : describeAnswer(entry);
}

function describeFailure({ code, message, hint }: Failure, style: Style): string {
  const whole = [`error ${code}`, message, hint].filter((part) => part !== '').join(' ');
  return style === 'full' ? whole : whole.slice(0, LONGEST_FAILURE);
}

function describeAnswer(entry: ToolEvidence): string {
  if (entry.outcome.status === 'failed') return '';
  switch (entry.tool) {
    case 'detect_bird': {
      const { count, birds, largest, bestBelow } = entry.outcome.payload;
      const box = largest === null ? undefined : birds[largest]?.box;
      if (!box) return `birds ${count} below ${share(bestBelow)}`;
      const at = [box.x, box.y, box.width, box.height].map(Math.round).join(' ');
      return `birds ${count} best ${share(birds[0]?.score ?? 0)} largest ${at}`;
    }
    case 'quality_gate': {
      const { grade, reasons, birdPixels } = entry.outcome.payload;
      return ['quality', grade, `${Math.round(birdPixels)}px`, ...reasons].join(' ');
    }
    case 'zoom_in':
    case 'crop':
    case 'enhance': {
      const { image, width, height } = entry.outcome.payload;
      return `view ${image} ${width}x${height}`;
    }
    case 'classify_image': {
      const { candidates, genera, families, noBird, coverage } = entry.outcome.payload;
      const top = candidates.slice(0, 2).map(({ taxon, probability }) => `${taxon} ${share(probability)}`);
      const above = `genus ${share(genera[0]?.probability ?? 0)} family ${share(families[0]?.probability ?? 0)}`;
      const covered = coverage === null ? '' : ` cover ${share(coverage)}`;
      return `top ${top.join(' ')} ${above} nobird ${share(noBird)}${covered}`;
    }
    case 'audio_quality': {
      const { grade, reasons, seconds, snrDb, stretches } = entry.outcome.payload;
      const measured = `${Math.round(seconds)}s snr ${Math.round(snrDb)} worth ${stretches.length}`;
      return ['sound', grade, measured, ...reasons].join(' ');
    }
    case 'classify_sound': {
      const { birds, others, coverage } = entry.outcome.payload;
      const heard = birds.slice(0, 3).map(({ taxon, probability }) => `${taxon} ${share(probability)}`);
      const covered = coverage === null ? [] : [`cover ${share(coverage)}`];
      // What is asked next hangs on this one word.
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
      const known = payload.species.slice(0, 3).map(({ taxon, status }) => `${taxon} ${status}`);
      // A bare `place` read like a question that still had to be asked.
      return ['place', ...(known.length ? known : ['none', 'known'])].join(' ');
    }
  }
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
