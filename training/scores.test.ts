import { describe, expect, it } from 'vitest';
import { failed } from '../src/domain/outcome';
import type { Evidence } from '../src/domain/ledger';
import {
  classification,
  detection,
  id,
  ledger,
  listened,
  noPlace,
  observation,
  quality,
  recording,
  SOUND,
  taxonomy,
} from '../src/testing/ledger';
import { COST, countFiller, executionReward, progressRewards, scoreRun, type RunToScore } from './scores';

const LOOK = classification({ 'Regulus regulus': 0.9, 'Regulus ignicapilla': 0.05 });

function run(changes: Partial<RunToScore> = {}): RunToScore {
  return {
    observation: observation(),
    ledger: ledger(detection(), quality(), LOOK, noPlace()),
    verdict: { grain: 'species', taxon: id('Regulus regulus') },
    ending: 'concluded',
    truth: id('Regulus regulus'),
    replies: [],
    tokens: 0,
    ...changes,
  };
}

function rejected(code: Parameters<typeof failed>[0]): Evidence {
  return { kind: 'rejected', id: 0, tool: 'x', args: null, outcome: failed(code, '') };
}

describe('the reward by grain', () => {
  it.each([
    ['species', 'Regulus regulus', 'Regulus regulus', 1],
    ['species', 'Regulus regulus', 'Regulus ignicapilla', -0.5],
    ['genus', 'Regulus', 'Regulus ignicapilla', 0.4],
    ['genus', 'Regulus', 'Parus major', -0.3],
    ['family', 'Regulidae', 'Regulus regulus', 0.2],
    ['family', 'Regulidae', 'Parus major', -0.1],
    ['abstain', null, 'Regulus regulus', 0],
  ] as const)('of %s %s where it was %s is %d', (grain, taxon, truth, reward) => {
    const verdict = { grain, taxon: taxon === null ? null : id(taxon) };
    expect(scoreRun(run({ verdict, truth: id(truth) }), taxonomy).grain).toBe(reward);
  });

  it('gives no credit for a species that no tool could have named', () => {
    const blind = ledger(detection(), quality(), classification({ 'Parus major': 0.9 }));
    expect(scoreRun(run({ ledger: blind }), taxonomy)).toMatchObject({ grain: 0, solved: true });
  });

  it('counts any name as an overclaim where there was no bird', () => {
    expect(scoreRun(run({ truth: null }), taxonomy)).toMatchObject({ grain: -0.5, overclaimed: true, solved: false });
  });
});

describe('the execution matrix', () => {
  it.each([
    ['unknown_tool', -1],
    ['reply_empty', -1],
    ['reply_without_action', -1],
    ['reply_endless', -1],
    ['reply_not_json', -0.8],
    ['invalid_arguments', -0.5],
    ['call_repeated', -0.5],
    ['call_out_of_order', -0.5],
  ] as const)('takes %s for %d', (code, reward) => {
    expect(executionReward(rejected(code))).toBe(reward);
  });

  it('gives ten for a run that concludes rightly, nothing for one that only ran', () => {
    expect(scoreRun(run(), taxonomy).execution).toBe(10);
    expect(scoreRun(run({ truth: id('Parus major') }), taxonomy).execution).toBe(0);
    expect(scoreRun(run({ ending: 'calls_spent' }), taxonomy).execution).toBe(0);
    expect(scoreRun(run({ ending: 'policy_failed' }), taxonomy).execution).toBe(-1);
  });
});

describe('progress', () => {
  it('is shared out over the turns that made it, and is whole at a conclusion', () => {
    const rewards = progressRewards(run());
    expect(rewards.map((reward) => Number(reward.toFixed(2)))).toEqual([0.2, 0.2, 0.2, 0.2, 0.2]);
    expect(scoreRun(run(), taxonomy).progress).toBeCloseTo(1);
  });

  it('is nothing for a turn that failed, and stops where a run does', () => {
    const stuck = run({ ledger: ledger(rejected('unknown_tool'), detection()), ending: 'calls_spent' });
    expect(progressRewards(stuck)).toEqual([0, 0.2, 0]);
  });

  it('asks for no more where there is no bird', () => {
    expect(scoreRun(run({ ledger: ledger(detection(0)) }), taxonomy).progress).toBeCloseTo(1);
  });

  it('does not ask about the place of a recording in which no bird was heard', () => {
    const sounds = [{ ref: SOUND, name: 'a.wav', seconds: 9, sampleRate: 48_000, channels: 1 }];
    const entries = ledger(recording(), listened([]));
    const silent = run({ observation: observation({ photos: [], sounds }), ledger: entries, truth: null });
    expect(scoreRun(silent, taxonomy).progress).toBeCloseTo(1);
  });
});

describe('discipline', () => {
  it('is spotless without filler, repetition, loose end or tokens', () => {
    expect(scoreRun(run(), taxonomy).discipline).toBe(0);
  });

  it('takes off for each of them', () => {
    const chatty = run({
      replies: ['Certainly! I can help with that.', 'ok', 'ok'],
      tokens: 100,
      ending: 'calls_spent',
    });
    expect(scoreRun(chatty, taxonomy).discipline).toBeCloseTo(-0.2 - 0.1 - 0.3 - 0.02);
    expect(countFiller('Thought: find the bird')).toBe(0);
  });
});

describe('what a run took', () => {
  it('counts networks, other tools and questions as a phone and its owner feel them', () => {
    const asked: Evidence = { kind: 'answer', id: 5, question: 'size', said: 'unknown', from: 'question' };
    const noted: Evidence = { ...asked, from: 'note' };
    const entries = ledger(detection(), quality(), LOOK, noPlace());
    const cost = (...more: Evidence[]): number => scoreRun(run({ ledger: [...entries, ...more] }), taxonomy).cost;
    expect(cost()).toBeCloseTo(2 * COST.network + 2 * COST.other);
    expect(cost(asked)).toBeCloseTo(cost() + COST.question);
    // What the observer said unasked cost nobody anything.
    expect(cost(noted)).toBeCloseTo(cost());
  });

  it('says where nothing was named and nobody judged the picture', () => {
    const abstained = { verdict: { grain: 'abstain', taxon: null } } as const;
    const unexplained = (entries: Evidence[], verdict: object = abstained): boolean =>
      scoreRun(run({ ledger: entries, ...verdict }), taxonomy).unexplained;
    expect(unexplained(ledger(detection(), LOOK))).toBe(true);
    expect(unexplained(ledger(detection(), quality(), LOOK))).toBe(false);
    expect(unexplained(ledger(detection(), LOOK), {})).toBe(false);
    // Nothing was looked at: "no bird found" says it.
    expect(unexplained(ledger(detection(0)))).toBe(false);
  });
});
