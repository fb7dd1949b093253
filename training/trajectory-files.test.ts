import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPreferences, readTrajectories, toJsonLines } from '../src/agent/trajectory';

const file = (name: string): string => readFileSync(`models/policy/results/sample/${name}.jsonl`, 'utf8');

describe('what the training recipe exports', () => {
  it('is read by the app as trajectories with the nine tools', () => {
    const read = readTrajectories(file('episodes'));
    if (!read.ok) throw new Error(`line ${read.line}: ${read.message}`);
    expect(read.rows).toHaveLength(6);
    for (const { messages, tools } of read.rows) {
      expect(messages[0]?.content).toMatch(/^goldcrest (hermes|mcp-json|react)$/);
      expect(messages.at(-1)?.role).toBe('assistant');
      expect(tools).toHaveLength(9);
    }
    expect(readTrajectories(toJsonLines(read.rows))).toEqual(read);
  });

  it('is read by the app as preferences between different replies', () => {
    const read = readPreferences(file('preferences'));
    if (!read.ok) throw new Error(`line ${read.line}: ${read.message}`);
    expect(read.rows.length).toBeGreaterThan(0);
    for (const { chosen, rejected } of read.rows) expect(chosen).not.toEqual(rejected);
  });
});
