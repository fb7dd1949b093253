import { describe, expect, test } from 'vitest';
import type { ImageRef } from '../src/domain/observation';
import { DEFAULT_THRESHOLDS } from '../src/domain/thresholds';
import { record } from './testing';
import {
  answered,
  BOX,
  classification,
  detection,
  failedCall,
  id,
  ledger,
  noPlace,
  observation,
  PHOTO,
  quality,
  taxonomy,
} from '../src/testing/ledger';
import { redecide } from './redecide';
import { describeSecondLooks, secondLook, secondLookOf, withSecondLook, type SecondLook } from './second-look';
import { tally } from './tally';

const CROP = 'crop-1' as ImageRef;
const ZOOM = 'zoom-1' as ImageRef;
const crop = answered(
  'crop',
  { image: PHOTO, region: BOX, margin: 0.3 },
  { image: CROP, region: BOX, width: 300, height: 300 },
);
const zoom = answered(
  'zoom_in',
  { image: PHOTO, region: BOX, factor: 2 },
  { image: ZOOM, region: BOX, width: 600, height: 400 },
);
const LOOKS: SecondLook[] = [
  { tool: 'crop', value: 0.3 },
  { tool: 'zoom_in', value: 2 },
];

describe('a look at a region', () => {
  const next = (look: SecondLook, ...entries: Parameters<typeof ledger>) =>
    secondLook(PHOTO, BOX, look).decide(
      { observation: observation(), ledger: ledger(...entries), callsLeft: 9 },
      new AbortController().signal,
    );
  const [byCrop, byZoom] = LOOKS as [SecondLook, SecondLook];

  test('makes the view, names it and ends', async () => {
    expect(await next(byCrop)).toMatchObject({ tool: 'crop', args: { image: PHOTO, region: BOX, margin: 0.3 } });
    expect(await next(byZoom)).toMatchObject({ tool: 'zoom_in', args: { image: PHOTO, region: BOX, factor: 2 } });
    expect(await next(byCrop, crop)).toMatchObject({ tool: 'classify_image', args: { image: CROP } });
    expect(await next(byZoom, zoom)).toMatchObject({ tool: 'classify_image', args: { image: ZOOM } });
    const named = classification({ 'Parus major': 0.9 }, {}, ZOOM);
    expect(await next(byZoom, zoom, named)).toMatchObject({ kind: 'conclude' });
  });

  test('ends where the view could not be made: nothing else is named in its place', async () => {
    const failed = failedCall('crop', { image: PHOTO, region: BOX, margin: 0.3 }, 'invalid_arguments');
    expect(await next(byCrop, failed)).toMatchObject({ kind: 'conclude' });
  });
});

describe('a run as if its second look had been another', () => {
  const labels = { image: ['Parus major', 'Regulus regulus'].map((name) => id(name)) };
  const image = { temperature: 1, kind: 'probabilities' as const, labels: labels.image };
  const looks = [classification({ 'Parus major': 0.95 }), crop, classification({ 'Parus major': 0.97 }, {}, CROP)];
  const entries = ledger(detection(), quality(), ...looks, noPlace());
  const run = record('tit', entries, {
    scores: [
      { entry: 3, tool: 'classify_image', values: [0.95, 0.05] },
      { entry: 5, tool: 'classify_image', values: [0.97, 0.03] },
    ],
  });
  const first = (changed: typeof run) => {
    const { events } = redecide(changed, { taxonomy, thresholds: DEFAULT_THRESHOLDS, image });
    const end = events.at(-1);
    if (end?.type !== 'verdict') throw new Error('a run ends in a verdict');
    return end.verdict.ladder.at(-1)!;
  };

  test('is found by its tool', () => {
    expect(secondLookOf(run, 'crop')).toEqual({ region: BOX, entry: 5 });
    expect(secondLookOf(run, 'zoom_in')).toBeNull();
  });

  test('takes what the new look put out, and leaves the first one alone', () => {
    const agreed = first(withSecondLook(run, 'crop', [0.97, 0.03]));
    const other = first(withSecondLook(run, 'crop', [0.05, 0.95]));
    expect(agreed.taxon).toBe(id('Parus major'));
    expect(other.probability).toBeLessThan(agreed.probability);
    expect(other.reason).toBe('views_disagree');
  });

  test('is the first look alone where there was no second', () => {
    const alone = first(withSecondLook(run, 'crop', null));
    expect(alone.taxon).toBe(id('Parus major'));
    expect(alone.reason).not.toBe('views_disagree');
  });

  test('stays as it was where it looked again by another tool, or not at all', () => {
    expect(withSecondLook(run, 'zoom_in', [0.05, 0.95])).toBe(run);
    expect(withSecondLook(run, 'zoom_in', null)).toBe(run);
  });
});

test('the page has a line for each look, with the one in use in bold', () => {
  const none = { look: null, used: false, tallies: [tally([])] };
  const rows = [none, ...LOOKS.map((look) => ({ look, used: look.tool === 'crop', tallies: [tally([])] }))];
  const part = { tool: 'crop' as const, shrunk: 112, looks: 2, items: 7, rows };
  const text = describeSecondLooks([part], { pack: 'kit', set: 'media', command: 'x', today: '2026-11-17' });
  expect(text).toContain('2 of 7 photos');
  expect(text).toContain('shrunk to 112 pixels');
  expect(text).toMatch(/\| none \| 0 \|/);
  expect(text).toMatch(/\| \*\*crop, margin 0.3\*\* \| 0 \|/);
  expect(text).toMatch(/\| 2 times larger \| 0 \|/);
});
