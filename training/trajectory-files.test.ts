import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPreferences, readTrajectories, toJsonLines } from '../src/agent/trajectory';

const file = (name: string): string => readFileSync(`models/policy/results/sample/${name}.jsonl`, 'utf8');

describe('what the training recipe exports', () => {
  it('is read by the app as trajectories with the nine tools', () => {
    const read = readTrajectories(file('episodes'));
    if (!read.ok) throw new Error(`line ${read.problem.line}: ${read.problem.message}`);
    expect(read.value).toHaveLength(6);
    for (const { messages, tools } of read.value) {
      expect(messages[0]?.content).toMatch(/^goldcrest (hermes|mcp-json|react)$/);
      expect(messages.at(-1)?.role).toBe('assistant');
      expect(tools).toHaveLength(9);
    }
    expect(readTrajectories(toJsonLines(read.value))).toEqual(read);
  });

  it('is read by the app as preferences between different replies', () => {
    const read = readPreferences(file('preferences'));
    if (!read.ok) throw new Error(`line ${read.problem.line}: ${read.problem.message}`);
    expect(read.value.length).toBeGreaterThan(0);
    for (const { chosen, rejected } of read.value) expect(chosen).not.toEqual(rejected);
  });
});
