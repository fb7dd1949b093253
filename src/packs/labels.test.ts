import { describe, expect, test } from 'vitest';
import { id, taxonomy } from '../testing/ledger';
import { resolveLabels, resolveSoundLabels } from './labels';
import type { Labels } from './model-parts';
import type { SoundLabels } from './families/classifier/sound-schema';

function labels(changes: Partial<Labels> = {}): Labels {
  return { file: 'labels/image.txt', format: 'scientific', none: [], skipUnknown: false, ...changes };
}

const GOLDCREST = id('Regulus regulus');
const BLUE_TIT = id('Cyanistes caeruleus');

describe('a label file', () => {
  test.each([
    ['scientific', 'Regulus regulus\nCyanistes caeruleus\n'],
    ['scientific (common)', 'Regulus regulus (Goldcrest)\nCyanistes caeruleus (Eurasian Blue Tit (old name))\n'],
    ['scientific_common', 'Regulus regulus_Goldcrest\nCyanistes caeruleus_Eurasian Blue Tit\n'],
    ['tsv-scientific-in-column-2', '1\tRegulus regulus\tGoldcrest\n2\tCyanistes caeruleus\tEurasian Blue Tit\n'],
  ] as const)('in the format "%s" gives each line its taxon, in order', (format, text) => {
    expect(resolveLabels(text, labels({ format }), taxonomy)).toEqual({ ok: true, value: [GOLDCREST, BLUE_TIT] });
  });

  test('may use old names, and line ends of any system', () => {
    const text = 'Parus caeruleus\r\nRegulus regulus\r\n';
    expect(resolveLabels(text, labels(), taxonomy)).toEqual({ ok: true, value: [BLUE_TIT, GOLDCREST] });
  });

  test('marks the labels that mean "no bird"', () => {
    const found = resolveLabels('Regulus regulus\nbackground', labels({ none: ['background'] }), taxonomy);
    expect(found).toEqual({ ok: true, value: [GOLDCREST, 'no_bird'] });
  });

  test('with a name that is no bird is refused, and the line is named', () => {
    const found = resolveLabels('Regulus regulus\nHomo sapiens\nNobody nowhere', labels(), taxonomy);
    expect(found).toMatchObject({ ok: false, problem: { code: 'labels_unknown', file: 'labels/image.txt' } });
    expect(found).toHaveProperty('problem.message', expect.stringMatching(/"Homo sapiens" \(line 2\)/));
  });

  test('keeps the place of a name that it leaves out, so that later lines keep theirs', () => {
    const found = resolveLabels('Homo sapiens\nRegulus regulus', labels({ skipUnknown: true }), taxonomy);
    expect(found).toEqual({ ok: true, value: ['ignored', GOLDCREST] });
  });

  test('with a line that lacks its second column is refused', () => {
    const text = '1\tRegulus regulus\nRegulus regulus';
    expect(resolveLabels(text, labels({ format: 'tsv-scientific-in-column-2' }), taxonomy).ok).toBe(false);
  });
});

describe('a label file of a sound model', () => {
  const classes = { human_voice: ['Human vocal'], other_animal: ['Dog'], noise: ['Engine'], silence: [] };
  const given: SoundLabels = { ...labels({ format: 'scientific_common', skipUnknown: true }), classes };
  const text = 'Regulus regulus_Goldcrest\nHuman vocal_Human vocal\nDog_Dog\nEngine_Engine\nRana temporaria_Frog\n';

  test('tells birds from voices, other animals and noise; a name outside the taxonomy is another animal', () => {
    const value = [GOLDCREST, 'human_voice', 'other_animal', 'noise', 'other_animal'];
    expect(resolveSoundLabels(text, given, taxonomy)).toEqual({ ok: true, value });
  });

  test('is refused for a name outside the taxonomy, unless the manifest lets such names pass', () => {
    const strict = resolveSoundLabels(text, { ...given, skipUnknown: false }, taxonomy);
    expect(strict).toMatchObject({ ok: false, problem: { code: 'labels_unknown' } });
  });
});
