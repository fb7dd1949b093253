import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../domain/events';
import { DEFAULT_THRESHOLDS } from '../domain/thresholds';
import { decideVerdict } from '../domain/verdict-rules';
import { classification, detection, ledger, observation, place, quality, taxonomy } from '../testing/ledger';
import { traits } from '../testing/traits';
import { answerRun, askingEvents, type GivenAnswer } from './answering';
import { ledgerOf, replayVerdict, verdictOf } from './replay';

const context = { taxonomy, traits, thresholds: DEFAULT_THRESHOLDS };
const looks = ledger(
  detection(),
  quality(),
  classification({ 'Larus marinus': 0.7, 'Larus canus': 0.25 }),
  place({ 'Larus marinus': 1, 'Larus canus': 1 }),
);
const ended = (ceiling: 'species' | 'family' = 'species'): AgentEvent[] => [
  {
    ...{ type: 'started', run: 'run', at: '2026-05-17T06:12:00.000Z', observation: observation(), policy: 'blueprint' },
    ...{ pack: { name: 'test', version: '1' }, budget: { calls: 1, tokens: 1, milliseconds: 1 }, hints: 'full' },
  },
  ...looks.map((entry): AgentEvent => ({ type: 'evidence', entry })),
  ...askingEvents(looks, context),
  { type: 'verdict', verdict: decideVerdict(looks, { ...context, ceiling }), ending: 'concluded', ms: 5 },
];
const goose: GivenAnswer = { question: 'size', said: 'goose', from: 'question' };

describe('an answer to a run', () => {
  it('was asked for as an event, and changes the verdict', () => {
    const before = ended();
    expect(before.at(-2)).toMatchObject({ type: 'asking', question: 'size' });
    const after = [...before, ...answerRun(before, goose, context)];
    expect(verdictOf(before)?.grain).toBe('genus');
    expect(verdictOf(after)).toMatchObject({ grain: 'species', rule: 'species_with_answer' });
    expect(after.at(-1)?.type).toBe('verdict');
  });

  it('reads back from storage as it was: the ledger gives the same verdict again', () => {
    const before = ended();
    const after = structuredClone([...before, ...answerRun(before, goose, context)]);
    expect(replayVerdict(after, context)).toEqual(verdictOf(after));
    expect(ledgerOf(after).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  it('that is taken back leaves the verdict of before', () => {
    const before = ended();
    const said = [...before, ...answerRun(before, goose, context)];
    const back = [...said, ...answerRun(said, { ...goose, said: null }, context)];
    expect(verdictOf(back)).toEqual(verdictOf(before));
  });

  it('leaves a policy that wanted a coarser name its wish', () => {
    const before = ended('family');
    const after = [...before, ...answerRun(before, goose, context)];
    expect(verdictOf(after)?.grain).toBe('family');
  });
});
