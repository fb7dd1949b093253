import { describe, expect, test } from 'vitest';
import type { Evidence } from '../domain/ledger';
import type { ImageRef } from '../domain/observation';
import { answered, classification, detected, id, ledger, PHOTO, photo } from '../testing/ledger';
import { evidenceSentence } from './sentences';
import { whereInWords } from './words/phrases';

const LEFT = { x: 0, y: 0, width: 600, height: 600 };
const VIEW = 'photo-1.zoom-1' as ImageRef;
const zoomed = answered(
  'zoom_in',
  { image: PHOTO, region: LEFT, factor: 2 },
  { image: VIEW, width: 1024, height: 1024, region: LEFT },
);
const FAINT = { box: { x: 700, y: 500, width: 60, height: 60 }, score: 0.2 };
const glance = detected([], PHOTO, [FAINT]);
const look = (share: number, noBird: number, region: typeof FAINT.box | null): Evidence =>
  ({
    ...classification({ 'Parus major': share }, { noBird }),
    args: region ? { image: PHOTO, region } : { image: PHOTO },
  }) as Evidence;

/** The last entry as the notes tell it; a bird is its id in brackets. */
function told(...entries: Evidence[]): string {
  const all = ledger(...entries);
  const parts = evidenceSentence(all.at(-1)!, all, [photo()]);
  return parts.map((part) => (typeof part === 'string' ? part : `[${part.taxon}]`)).join('');
}

describe('the steps of a search, in words', () => {
  const tit = `[${id('Parus major')}]`;
  test.each<[string, Evidence[]]>([
    ['No bird found in the photo at first glance.', [glance]],
    ['Magnified the left to look closer.', [glance, zoomed]],
    ['Looked closer at the left: no bird.', [glance, zoomed, detected([], VIEW)]],
    [
      'Looked closer at the left: one bird, very likely, 90%.',
      [glance, zoomed, detected([{ x: 10, y: 10, width: 100, height: 100 }], VIEW)],
    ],
    ['Looked at something faint in the lower right: very likely no bird.', [glance, look(0.1, 0.9, FAINT.box)]],
    [
      'Looked at something faint in the lower right: nothing that can be recognised as a bird.',
      [glance, look(0.1, 0.1, FAINT.box)],
    ],
    [`Looked at something faint in the lower right. By its looks, ${tit}.`, [glance, look(0.95, 0, FAINT.box)]],
    ['Looked at the photo as a whole: almost certainly no bird.', [glance, look(0.01, 0.99, null)]],
    [`Looked at the photo as a whole. By its looks, ${tit}.`, [glance, look(0.95, 0, null)]],
  ])('%s', (sentence, entries) => {
    expect(told(...entries)).toBe(sentence);
  });
});

test.each([
  [{ x: 0, y: 0, width: 100, height: 100 }, 'the upper left'],
  [{ x: 0, y: 0, width: 600, height: 600 }, 'the left'],
  [{ x: 350, y: 250, width: 100, height: 100 }, 'the middle'],
  [{ x: 350, y: 500, width: 100, height: 100 }, 'the bottom'],
  [{ x: 700, y: 0, width: 100, height: 100 }, 'the upper right'],
])('a part of a photo is told by where it lies: %o', (box, wanted) => {
  expect(whereInWords(box, { width: 800, height: 600 })).toBe(wanted);
});
