import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDecision, LEDGERS } from '../testing/decisions';
import type { Evidence } from '../domain/ledger';
import { DEFAULT_THRESHOLDS } from '../domain/thresholds';
import type { Verdict } from '../domain/verdict';
import { observation, taxonomy } from '../testing/ledger';
import { recordedGoldcrest } from '../testing/recorded';
import { DIALECT_NAMES, Speech } from './dialects';
import { Episode } from '../../training/episode';
import type { AgentEvent } from '../domain/events';
import { DEFAULT_BUDGET } from './loop';
import { preferenceBetween, preferenceOf, readPreferences, readTrajectories, toJsonLines } from './trajectory';

async function trajectory(dialect: (typeof DIALECT_NAMES)[number]) {
  const one = new Episode(
    { item: recordedGoldcrest(), dialect, style: 'compact', hints: 'full', thresholds: DEFAULT_THRESHOLDS },
    taxonomy,
  );
  for (let done = false; !done;) ({ done } = await one.reply(await one.suggest(), 0));
  return one.outcome().trajectory;
}

describe('a trajectory', () => {
  it.each(DIALECT_NAMES)('in %s comes back from its file as it went in', async (dialect) => {
    const rows = [await trajectory(dialect), await trajectory(dialect)];
    expect(readTrajectories(toJsonLines(rows))).toEqual({
      ok: true,
      value: JSON.parse(JSON.stringify(rows)) as unknown,
    });
  });

  it('holds the tools and ends in what the policy said last', async () => {
    const { tools, messages, meta } = await trajectory('react');
    expect(tools.map((tool) => tool.function.name)).toContain('classify_image');
    expect(messages.at(-1)).toEqual({ role: 'assistant', content: 'Final Answer: species' });
    expect(meta).toMatchObject({ dialect: 'react', hints: 'full', verdict: { grain: 'species' } });
  });
});

describe('a preference', () => {
  it('comes back from its file as it went in, whatever was preferred', () => {
    const speech = new Speech('react', 'compact');
    fc.assert(
      fc.property(anyDecision, fc.string(), fc.constantFrom(...LEDGERS), (chosen, rejected, ledger) => {
        const row = preferenceOf({ observation: observation(), ledger }, chosen, rejected, speech);
        expect(readPreferences(toJsonLines([row]))).toEqual({ ok: true, value: [row] });
      }),
    );
  });
});

describe('two runs of one observation', () => {
  const speech = new Speech('hermes', 'compact');
  const at = '2026-05-17T00:00:00Z';
  const run = (ledger: readonly Evidence[], grain: 'species' | 'genus'): AgentEvent[] => [
    {
      type: 'started',
      run: 'one',
      at,
      observation: observation(),
      policy: 'test',
      pack: { name: 'test', version: '1' },
      budget: DEFAULT_BUDGET,
      hints: 'full',
    },
    ...ledger.map((entry): AgentEvent => ({ type: 'evidence', entry })),
    { type: 'verdict', verdict: { grain } as Verdict, ending: 'concluded', ms: 1 },
  ];
  const whole = LEDGERS[3]!;

  it('are compared where they part', () => {
    const better = run(whole, 'species');
    const early = run(whole.slice(0, 2), 'genus');
    const pair = preferenceBetween(better, early, speech)!;
    expect(pair.prompt).toEqual(speech.conversation({ observation: observation(), ledger: whole.slice(0, 2) }));
    expect(pair.chosen[0]!.content).toContain('classify_image');
    expect(pair.rejected[0]!.content).toBe('<answer>genus</answer>');
    expect(preferenceBetween(early, better, speech)!.chosen).toEqual(pair.rejected);
  });

  it('say nothing where they did the same', () => {
    expect(preferenceBetween(run(whole, 'species'), run(whole, 'species'), speech)).toBeNull();
  });
});

describe('a file that is no such thing', () => {
  it.each([
    ['not json', 1],
    ['{"messages":[]}', 1],
    ['{"messages":[{"role":"user","content":"a"}]}\n{"messages":[{"role":"tool","content":"a"}]}', 2],
  ])('%s is refused with its line', (text, line) => {
    expect(readTrajectories(text)).toMatchObject({ ok: false, problem: { line } });
  });
});
