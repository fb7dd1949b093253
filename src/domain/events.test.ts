import { expectTypeOf, test } from 'vitest';
import type { Evidence, ToolEvidenceOf } from './ledger';
import type { Observation } from './observation';
import type { Verdict } from './verdict';
import type { ToolPayload } from './tools/schemas';
import type { AgentEvent, Budget, Ending, ENDINGS, HINT_LEVELS, HintLevel } from './events';

type Event<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

test('a run tells seven kinds of things, and no others', () => {
  expectTypeOf<AgentEvent['type']>().toEqualTypeOf<
    'started' | 'calling' | 'progress' | 'heard' | 'evidence' | 'asking' | 'verdict'
  >();
});

test('each kind carries what a screen, a store and a replay need', () => {
  expectTypeOf<Event<'started'>['observation']>().toEqualTypeOf<Observation>();
  expectTypeOf<Event<'started'>['budget']>().toEqualTypeOf<Budget>();
  expectTypeOf<Event<'evidence'>['entry']>().toEqualTypeOf<Evidence>();
  expectTypeOf<Event<'verdict'>['verdict']>().toEqualTypeOf<Verdict>();
  expectTypeOf<Event<'verdict'>['ending']>().toEqualTypeOf<Ending>();
});

test('arguments of a call are unknown until a schema has read them', () => {
  expectTypeOf<Event<'calling'>['args']>().toBeUnknown();
  expectTypeOf<Extract<Evidence, { kind: 'rejected' }>['args']>().toBeUnknown();
});

test('the payload of an entry follows from its tool', () => {
  type Answer = Extract<ToolEvidenceOf<'detect_bird'>['outcome'], { status: 'ok' }>;
  expectTypeOf<Answer['payload']>().toEqualTypeOf<ToolPayload<'detect_bird'>>();
});

test('endings and hint levels are closed lists', () => {
  expectTypeOf<(typeof ENDINGS)[number]>().toEqualTypeOf<Ending>();
  expectTypeOf<Ending>().toEqualTypeOf<
    'concluded' | 'calls_spent' | 'tokens_spent' | 'time_spent' | 'cancelled' | 'policy_failed'
  >();
  expectTypeOf<(typeof HINT_LEVELS)[number]>().toEqualTypeOf<HintLevel>();
});
