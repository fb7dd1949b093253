import type { RecordedItem } from '../../training/cached-environment';
import type { Evidence } from '../domain/ledger';
import type { ImageRef } from '../domain/observation';
import { answered, BOX, classification, detection, id, observation, PHOTO, place, quality, ZURICH } from './ledger';

const VIEW = 'photo-1.enhanced-1' as ImageRef;
const SECOND_BOX = { ...BOX, x: 500, width: 120, height: 90 };

function recording(entry: Evidence): RecordedItem['recordings'][number] {
  if (entry.kind !== 'tool') throw new Error('only answers are recorded');
  return { tool: entry.tool, args: entry.args, outcome: entry.outcome };
}

/** A goldcrest in soft focus, with a second bird beside it, all tools recorded. */
export function recordedGoldcrest(): RecordedItem {
  const soft = quality({ grade: 'marginal', reasons: ['soft'] });
  const first = classification({ 'Regulus regulus': 0.97, 'Regulus ignicapilla': 0.01 }, { coverage: 0.9 });
  const second = classification({ 'Regulus regulus': 0.96, 'Regulus ignicapilla': 0.02 }, { coverage: 0.9 }, VIEW);
  const other = classification({ 'Parus major': 0.9 });
  const view = { image: VIEW, width: 300, height: 200, region: BOX };
  return {
    observation: observation({ place: ZURICH, day: '2026-05-17' }),
    truth: id('Regulus regulus'),
    recordings: [
      detection(),
      soft,
      first,
      answered('enhance', { image: PHOTO, region: BOX, operation: 'sharpen' }, view),
      second,
      place({ 'Regulus regulus': 0.5, 'Regulus ignicapilla': 0.3, 'Parus major': 1 }),
    ]
      .map(recording)
      .concat([{ ...recording(other), args: { image: PHOTO, region: SECOND_BOX } }]),
  };
}
