import { describe, expect, test } from 'vitest';
import type { HeardBird } from './tools/classify_sound';
import { heardBird, id, ledger, listened, place, taxonomy } from '../testing/ledger';
import { gatherHeard } from './heard';
import type { SoundRef } from './observation';

const GOLDCREST = 'Regulus regulus';
const FIRECREST = 'Regulus ignicapilla';
const BLUE_TIT = 'Cyanistes caeruleus';
const CROW = 'Corvus corone';

/** A bird that is in the recording with this probability, whatever its rivals leave it of the whole. */
const inRecording = (shares: Record<string, number>, probability: number): HeardBird => ({
  ...heardBird(shares),
  probability,
  times: [{ from: 0, to: 3, probability }],
});

const subject = (...entries: Parameters<typeof ledger>): string | null =>
  gatherHeard(ledger(...entries), taxonomy)?.best('species') ?? null;

describe('a verdict on a recording is about', () => {
  const doubted = inRecording({ [GOLDCREST]: 0.6, [FIRECREST]: 0.35 }, 0.9);
  const lone = inRecording({ [BLUE_TIT]: 0.7 }, 0.7);

  test('the bird that is surest to be in it, not the one with the fewest rivals', () => {
    expect(subject(listened([doubted, lone]))).toBe(id(GOLDCREST));
  });

  test('the bird that sings most of it, not the one whose single call is surest', () => {
    const loud = inRecording({ [CROW]: 0.95 }, 0.95);
    const singing = { ...inRecording({ [BLUE_TIT]: 0.7 }, 0.7), times: [{ from: 0, to: 12, probability: 0.7 }] };
    expect(subject(listened([loud, singing]))).toBe(id(BLUE_TIT));
  });

  test('the surest of those that live there, where a place is known', () => {
    const elsewhere = place({ [GOLDCREST]: 0, [FIRECREST]: 0, [BLUE_TIT]: 0.5 });
    expect(subject(listened([doubted, lone]), elsewhere)).toBe(id(BLUE_TIT));
    const here = place({ [GOLDCREST]: 0.5, [FIRECREST]: 0.5, [BLUE_TIT]: 0.5 });
    expect(subject(listened([doubted, lone]), here)).toBe(id(GOLDCREST));
  });

  test('the surest all the same where none of them lives there', () => {
    const nowhere = place({ [GOLDCREST]: 0, [FIRECREST]: 0, [BLUE_TIT]: 0 });
    expect(subject(listened([doubted, lone]), nowhere)).toBe(id(GOLDCREST));
  });

  test('the bird that was seen, where it is heard', () => {
    const heard = gatherHeard(ledger(listened([doubted, lone])), taxonomy, id(BLUE_TIT));
    expect(heard?.best('species')).toBe(id(BLUE_TIT));
  });

  test('the bird that several recordings share, before one that a single one is surer of', () => {
    const other = inRecording({ [CROW]: 0.95 }, 0.95);
    const second = listened([lone], {}, 'sound-2' as SoundRef);
    expect(subject(listened([other, lone]), second)).toBe(id(BLUE_TIT));
  });
});
