import { describe, expect, it } from 'vitest';
import { MALFORMED_KINDS } from '../../testing/malformed';
import { observation, taxonomy } from '../../testing/ledger';
import type { ToolServices } from '../../tools/context';
import { Environment } from '../environment';
import type { Decision } from '../policy';
import { DIALECT_NAMES, Speech, type DialectName } from '.';

const services = { taxonomy, imageLabels: [], priors: null } as unknown as ToolServices;

/** What the run makes of a reply: a decision that can be carried out, or the environment's refusal. */
async function carryOut(decision: Decision) {
  const environment = new Environment(services, observation(), 'full');
  if (decision.kind === 'skip' || decision.kind === 'conclude') return null;
  const call = { id: 1, tool: decision.tool, args: decision.args };
  if (decision.kind === 'malformed') return environment.refuse(call, decision.failure);
  return environment.perform(call, [], new AbortController().signal);
}

const cases = DIALECT_NAMES.flatMap((dialect) =>
  MALFORMED_KINDS.map(({ kind, expected, text }) => ({ dialect, kind, expected, text: text(dialect) })),
);

describe('malformed replies', () => {
  it('come in more than 200 kinds', () => {
    expect(new Set(MALFORMED_KINDS.map(({ kind }) => kind)).size).toBeGreaterThan(200);
    expect(new Set(cases.map(({ dialect, text }) => `${dialect}:${text}`)).size).toBeGreaterThan(600);
  });

  it.each(cases)('$dialect: $kind', async ({ dialect, expected, text }) => {
    const { decision } = new Speech(dialect, 'compact').read(text, { observation: observation(), ledger: [] });
    const entry = await carryOut(decision);
    const refused = entry?.kind === 'rejected' ? entry.outcome : null;
    if (refused) expect(refused.hint, 'a refusal says what to do instead').not.toBe('');
    if (expected === 'repaired') {
      expect(decision).toMatchObject({ kind: 'call', tool: 'detect_bird', args: { image: 'photo-1' } });
    }
    if (expected === 'environment') expect(refused).not.toBeNull();
  });
});

describe('a reply that is still being written', () => {
  const replies: [DialectName, string][] = [
    ['hermes', '<tool_call>\n{"name":"detect_bird","arguments":{"image":"photo-1"}}\n</tool_call>'],
    ['mcp-json', '{"name":"detect_bird","arguments":{"image":"photo-1"}}'],
    ['react', 'Thought: find it\nAction: detect_bird {"image":"photo-1"}'],
  ];

  it.each(replies)('in %s is waited for to its last character and no longer', (dialect, reply) => {
    const reader = new Speech(dialect, 'compact').reader();
    const end = Array.from(`${reply} and more`).findIndex((char) => reader.add(char));
    expect(end).toBe(reply.length - 1);
  });

  it.each(DIALECT_NAMES)('in %s is cut when it goes round in circles or never ends', (dialect) => {
    const circles = new Speech(dialect, 'compact').reader();
    expect([...Array(1000).keys()].some(() => circles.add('the bird is a bird and '))).toBe(true);
    expect(circles.text.length).toBeLessThan(1000);
    const endless = new Speech(dialect, 'compact').reader();
    expect([...Array(10_000).keys()].some((n) => endless.add(` word${n}`))).toBe(true);
    expect(endless.text.length).toBeLessThan(7000);
  });
});
