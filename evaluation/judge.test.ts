import { DEFAULT_THRESHOLDS } from '../src/domain/thresholds';
import { describe, expect, test } from 'vitest';
import { item, record } from './testing';
import {
  classification,
  detection,
  failedCall,
  id,
  ledger,
  listened,
  noPlace,
  PHOTO,
  place,
  quality,
  recording,
  taxonomy,
} from '../src/testing/ledger';
import { grainReward, judge } from './judge';

const REGULUS = 'Regulus regulus';
const FIRECREST = 'Regulus ignicapilla';
const labels = { image: [id(REGULUS), id(FIRECREST), id('Parus major')] };
const context = { taxonomy, labels };

const sure = ledger(detection(), quality(), classification({ [REGULUS]: 0.99 }), place({ [REGULUS]: 0.5 }));
const unsure = ledger(detection(), quality(), classification({ [REGULUS]: 0.55, [FIRECREST]: 0.4 }), noPlace());

describe('an item', () => {
  test('with the right species is solved, and nothing is lost', () => {
    const judged = judge(item(REGULUS), record('a', sure), context);
    expect(judged).toMatchObject({ kind: 'known', grain: 'species', solved: true, overclaim: false, reward: 1 });
    expect(judged).toMatchObject({ loss: null, calls: 4, toolErrors: 0, neededCalled: true });
    expect(judged.best.confidence).toBeGreaterThan(0.5);
  });

  test('with a wrong species is an overclaim', () => {
    const judged = judge(item(FIRECREST), record('a', sure), context);
    expect(judged).toMatchObject({ solved: false, overclaim: true, reward: -0.5, loss: 'not_in_top_k' });
    expect(judged.said).toMatchObject({ right: false });
  });

  test('with the right genus is solved, and the species counts as held back', () => {
    const judged = judge(item(REGULUS), record('a', unsure), context);
    expect(judged).toMatchObject({ grain: 'genus', solved: true, overclaim: false, reward: 0.4, loss: 'too_cautious' });
    expect(judged.best).toMatchObject({ taxon: id(REGULUS), right: true });
    expect(judged.best.confidence).toBeLessThan(DEFAULT_THRESHOLDS.judgement.seen.placed.bars.species);
  });

  test('whose second choice was right lost it in the choosing', () => {
    expect(judge(item(FIRECREST), record('a', unsure), context).loss).toBe('in_top_k_not_chosen');
  });

  test.each([
    ['not_detected', ledger(detection(0))],
    ['nothing_classified', ledger(detection(), failedCall('classify_image', { image: PHOTO }, 'timed_out'))],
    ['gated_out', ledger(detection(), quality({ grade: 'fail', reasons: ['blurred'] }))],
    ['called_no_bird', ledger(detection(), quality(), classification({ [REGULUS]: 0.2 }, { noBird: 0.8 }))],
    ['not_detected', ledger(recording(), listened([]))],
  ])('says %s', (loss, entries) => {
    const judged = judge(item(REGULUS), record('a', entries), context);
    expect(judged).toMatchObject({ loss, grain: 'abstain', solved: false, reward: 0 });
    expect(judged.best.confidence).toBe(0);
  });

  test('whose picture was compared although the gate refused it is lost to the gate, not to caution', () => {
    const entries = ledger(
      detection(),
      quality({ grade: 'fail', reasons: ['blurred'] }),
      classification({ [REGULUS]: 0.99 }),
    );
    expect(judge(item(REGULUS), record('a', entries), context)).toMatchObject({ grain: 'family', loss: 'gated_out' });
  });

  test('outside the labels cannot be blamed on the rules', () => {
    const judged = judge(item('Corvus corax'), record('a', unsure), context);
    expect(judged).toMatchObject({ kind: 'outside', loss: 'not_in_labels', solved: false, overclaim: false });
  });

  test('without a bird is solved by saying nothing, and only so', () => {
    expect(judge(item(null), record('a', ledger(detection(0))), context)).toMatchObject({
      ...{ kind: 'not_a_bird', solved: true, loss: null },
    });
    expect(judge(item(null), record('a', sure), context)).toMatchObject({ solved: false, overclaim: true });
  });

  test('that could not be run is failed, not solved, and no abstention of the app', () => {
    const failed = { code: 'file_missing', message: 'There is no file bird.jpg.' };
    const nothing = { ...record('a', []), events: [], failed };
    expect(judge(item(REGULUS), nothing, context)).toMatchObject({ failed: true, solved: false, loss: 'failed' });
    expect(judge(item(null), nothing, context)).toMatchObject({ failed: true, solved: false });
  });

  test('counts a failed call, and a needed tool that was never called', () => {
    const entries = ledger(failedCall('detect_bird', { image: PHOTO }, 'timed_out'));
    expect(judge(item(REGULUS), record('a', entries), context)).toMatchObject({ toolErrors: 1, neededCalled: false });
  });

  test("is the tool floor's by the first look alone", () => {
    const judged = judge(item(FIRECREST), record('a', unsure), context);
    expect(judged.first).toEqual({ taxon: id(REGULUS), confidence: 0.55, right: false });
  });
});

test.each([
  ['species', true, true, 1],
  ['species', true, false, 0],
  ['species', false, true, -0.5],
  ['genus', true, false, 0.4],
  ['genus', false, false, -0.3],
  ['family', true, false, 0.2],
  ['family', false, false, -0.1],
  ['abstain', false, false, 0],
] as const)('a %s that is right: %s, listed: %s, is worth %d', (grain, right, listed, worth) => {
  expect(grainReward(grain, right, listed)).toBe(worth);
});
