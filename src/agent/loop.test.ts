import { describe, expect, it } from 'vitest';
import type { Evidence } from '../domain/ledger';
import { DEFAULT_THRESHOLDS } from '../domain/thresholds';
import { classification, detection, noPlace, observation, quality, taxonomy } from '../testing/ledger';
import type { Call, Environment, ProgressCallbacks } from './environment';
import type { AgentEvent, Budget } from '../domain/events';
import { DEFAULT_BUDGET, identify, type Run } from './loop';
import { call, type Decision, type Policy } from './policy';
import { ledgerOf, replayVerdict, verdictOf } from './replay';

const PHOTO_CALLS = [detection(), quality(), classification({ 'Regulus regulus': 0.97 }), noPlace()];

/** Answers each call with the next prepared entry. */
function prepared(entries: Evidence[] = PHOTO_CALLS, onCall: (call: Call) => Promise<void> = () => Promise.resolve()) {
  let turn = 0;
  const perform = async (given: Call): Promise<Evidence> => {
    await onCall(given);
    return { ...entries[turn++ % entries.length]!, id: given.id };
  };
  return { perform } as unknown as Environment;
}

function policy(decide: (turn: number) => Decision | Promise<Decision>): Policy {
  let turn = 0;
  return { name: 'test', decide: async () => decide(turn++) };
}

const CONCLUDE: Decision = { kind: 'conclude', ceiling: 'species', tokens: 0 };
const look = call('detect_bird', { image: 'photo-1' });
const fourCalls = (): Policy => policy((turn) => (turn < 4 ? look : CONCLUDE));

async function run(changes: Partial<Omit<Run, 'budget'>> & { budget?: Partial<Budget> }): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  const given: Run = {
    id: 'run',
    observation: observation(),
    policy: fourCalls(),
    environment: prepared(),
    verdict: { taxonomy, thresholds: DEFAULT_THRESHOLDS },
    pack: { name: 'test', version: '1' },
    hints: 'full',
    signal: new AbortController().signal,
    ...changes,
    budget: { ...DEFAULT_BUDGET, ...changes.budget },
  };
  for await (const event of identify(given)) events.push(event);
  return events;
}

const ending = (events: AgentEvent[]) => events.findLast((event) => event.type === 'verdict')?.ending;

describe('a run', () => {
  it('tells its start, each call with its answer, and its verdict, in order', async () => {
    const events = await run({});
    const pairs = Array.from({ length: 4 }, () => ['calling', 'evidence']).flat();
    expect(events.map((event) => event.type)).toEqual(['started', ...pairs, 'verdict']);
    expect(ledgerOf(events).map((entry) => entry.id)).toEqual([1, 2, 3, 4]);
    expect(verdictOf(events)).toMatchObject({ grain: 'species', rule: 'species_without_place' });
  });

  it('can be drawn again from its saved events, and the rules say the same to them', async () => {
    const events = await run({});
    const saved = structuredClone(events);
    const context = { taxonomy, thresholds: DEFAULT_THRESHOLDS };
    expect(replayVerdict(saved, context)).toEqual(verdictOf(events));
  });

  it.each([
    ['calls', { calls: 2 }, 'calls_spent'],
    ['tokens', { tokens: 5 }, 'tokens_spent'],
    ['time', { milliseconds: 30 }, 'time_spent'],
  ] as const)('ends in a verdict from the ledger when its %s are spent', async (what, budget, expected) => {
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 40));
    const events = await run({
      policy: policy(() => ({ ...look, tokens: what === 'tokens' ? 3 : 0 })),
      environment: prepared(PHOTO_CALLS, what === 'time' ? slow : undefined),
      budget,
    });
    expect(ending(events)).toBe(expected);
    expect(verdictOf(events)).not.toBeNull();
  });

  it('ends in a verdict when its policy throws', async () => {
    const events = await run({
      policy: policy((turn) => {
        if (turn === 3) throw new Error('confused');
        return look;
      }),
    });
    expect(ending(events)).toBe('policy_failed');
    expect(verdictOf(events)?.grain).toBe('species');
  });

  it('ends at once when it is cancelled, with what is known', async () => {
    const stop = new AbortController();
    const environment = prepared(PHOTO_CALLS, ({ id }) => {
      if (id === 2) stop.abort();
      return Promise.resolve();
    });
    const events = await run({ environment, signal: stop.signal });
    expect(ending(events)).toBe('cancelled');
    expect(ledgerOf(events)).toHaveLength(2);
  });

  it('writes down what was left out', async () => {
    const skip: Decision = { kind: 'skip', tool: 'classify_image', reason: 'no_bird', tokens: 0 };
    const events = await run({ policy: policy((turn) => (turn === 0 ? skip : CONCLUDE)) });
    expect(ledgerOf(events)).toEqual([{ kind: 'skipped', id: 1, tool: 'classify_image', reason: 'no_bird' }]);
  });

  it('gives a policy no finer grain than the ledger carries, and no finer than it asked for', async () => {
    const timid = policy((turn) => (turn < 4 ? look : { kind: 'conclude', ceiling: 'genus', tokens: 0 }));
    expect(verdictOf(await run({ policy: timid }))?.grain).toBe('genus');
    const reckless = policy(() => CONCLUDE);
    expect(verdictOf(await run({ policy: reckless }))?.grain).toBe('abstain');
  });

  it('hands on progress while a tool works', async () => {
    const environment = {
      perform: async (given: Call, _l: unknown, _s: unknown, { onProgress }: ProgressCallbacks) => {
        onProgress('loading_model', 1, 2);
        await new Promise((resolve) => setTimeout(resolve, 5));
        onProgress('loading_model', 2, 2);
        return { ...detection(), id: given.id };
      },
    } as unknown as Environment;
    const events = await run({ environment, policy: policy((turn) => (turn === 0 ? look : CONCLUDE)) });
    const progress = events.filter((event) => event.type === 'progress');
    expect(progress.map(({ done }) => done)).toEqual([1, 2]);
  });
});
