import { describe, expect, it } from 'vitest';
import {
  classification,
  detection,
  heardBird,
  id,
  ledger,
  listened,
  place,
  quality,
  recording,
  SOUND,
  taxonomy,
} from '../testing/ledger';
import { judgeBirds } from './judge-birds';
import { DEFAULT_THRESHOLDS } from './thresholds';

const GOLDCREST = 'Regulus regulus';
const FIRECREST = 'Regulus ignicapilla';
const BLUE_TIT = 'Cyanistes caeruleus';
const context = { taxonomy, thresholds: DEFAULT_THRESHOLDS };
const here = place({ [GOLDCREST]: 0.3, [FIRECREST]: 0.3, [BLUE_TIT]: 0.5 });

describe('a recording of several birds', () => {
  const chorus = listened([heardBird({ [BLUE_TIT]: 0.95 }), heardBird({ [GOLDCREST]: 0.5, [FIRECREST]: 0.45 }, 6)]);

  it('gives each its times and a verdict of its own', () => {
    const birds = judgeBirds(ledger(recording(), chorus, here), context);
    expect(birds.map(({ verdict }) => [verdict.grain, verdict.taxon])).toEqual([
      ['species', id(BLUE_TIT)],
      ['genus', 'Regulus'],
    ]);
    expect(birds[1]!.heard).toEqual([{ sound: SOUND, times: [{ from: 6, to: 9, probability: 0.5 }] }]);
  });

  it('lets a photo speak for the bird that it shows and be silent on the others', () => {
    const photo = [detection(), quality(), classification({ [GOLDCREST]: 0.8 })];
    const birds = judgeBirds(ledger(...photo, recording(), chorus, here), context);
    expect(birds.map(({ verdict }) => [verdict.grain, verdict.rule])).toEqual([
      ['species', 'species_with_place'],
      ['species', 'species_seen_and_heard'],
    ]);
  });

  it('without any bird gives none', () => {
    expect(judgeBirds(ledger(recording(), listened([])), context)).toEqual([]);
  });
});
