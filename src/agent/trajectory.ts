import { parseJson } from '../domain/json';
import type { Result } from '../domain/result';
import * as v from 'valibot';
import { functionTools, type FunctionTool } from '../tools/json-schema';
import type { Evidence } from '../domain/ledger';
import type { Speech, Message } from './dialects';
import type { AgentEvent } from '../domain/events';
import type { Decision, Seen } from './policy';

const MessageSchema = v.object({ role: v.picklist(['system', 'user', 'assistant']), content: v.string() });
const ToolSchema = v.object({
  type: v.literal('function'),
  function: v.object({ name: v.string(), description: v.string(), parameters: v.record(v.string(), v.unknown()) }),
});
const TrajectorySchema = v.object({
  messages: v.pipe(v.array(MessageSchema), v.minLength(1)),
  tools: v.optional(v.array(ToolSchema), []),
  meta: v.optional(v.record(v.string(), v.unknown()), {}),
});
const PreferenceSchema = v.object({
  prompt: v.pipe(v.array(MessageSchema), v.minLength(1)),
  chosen: v.pipe(v.array(MessageSchema), v.minLength(1)),
  rejected: v.pipe(v.array(MessageSchema), v.minLength(1)),
});

/** A run as training data: the conversation, and the tools it was about. */
export interface Trajectory {
  messages: Message[];
  tools: FunctionTool[];
  meta: Record<string, unknown>;
}

/** Two ways to go on from the same point: what was better, what was worse. */
export interface Preference {
  prompt: Message[];
  chosen: Message[];
  rejected: Message[];
}

/** A finished run in a dialect, whichever policy made it. */
export function trajectoryOf(events: readonly AgentEvent[], speech: Speech): Trajectory {
  const started = events.find((event) => event.type === 'started');
  if (!started) throw new Error('a run begins with its start');
  const { observation, policy, hints } = started;
  const ledger = events.flatMap((event) => (event.type === 'evidence' ? [event.entry] : []));
  const messages = speech.conversation({ observation, ledger });
  const ended = events.findLast((event) => event.type === 'verdict');
  if (ended?.ending === 'concluded') {
    const ceiling = ended.verdict.grain;
    messages.push({
      role: 'assistant',
      content: speech.write({ kind: 'conclude', ceiling, tokens: 0 }, { observation, ledger }),
    });
  }
  const meta = { policy, hints, dialect: speech.dialect, style: speech.style, verdict: ended?.verdict ?? null };
  return { messages, tools: functionTools(), meta };
}

/** A preference between two decisions in the same situation. */
export function preferenceOf(seen: Seen, chosen: Decision, rejected: Decision | string, speech: Speech): Preference {
  const say = (decision: Decision | string): Message[] => [
    { role: 'assistant', content: typeof decision === 'string' ? decision : speech.write(decision, seen) },
  ];
  return { prompt: speech.conversation(seen), chosen: say(chosen), rejected: say(rejected) };
}

/**
 * Where two runs of one observation part: what the better one did there, what the worse one did. Null where they did the
 * same to the end.
 */
export function preferenceBetween(
  better: readonly AgentEvent[],
  worse: readonly AgentEvent[],
  speech: Speech,
): Preference | null {
  const started = better.find((event) => event.type === 'started');
  if (!started) throw new Error('a run begins with its start');
  const [liked, disliked] = [decisionsOf(better), decisionsOf(worse)];
  const parting = liked.findIndex(({ decision }, index) => !sameDecision(decision, disliked[index]?.decision));
  const [chosen, rejected] = [liked[parting], disliked[parting]];
  if (!chosen || !rejected) return null;
  const { observation } = started;
  const ledger = ledgerBefore(better, chosen.entries);
  return preferenceOf({ observation, ledger }, chosen.decision, rejected.decision, speech);
}

interface Decided {
  decision: Decision;
  /** How many entries the ledger had. */
  entries: number;
}

function ledgerBefore(events: readonly AgentEvent[], entries: number): Evidence[] {
  return events.flatMap((event) => (event.type === 'evidence' ? [event.entry] : [])).slice(0, entries);
}

/** What a policy decided, reconstructed from the result. */
function decisionsOf(events: readonly AgentEvent[]): Decided[] {
  const ledger = ledgerBefore(events, Infinity);
  const decided = ledger.flatMap((entry, entries): Decided[] => {
    const thought = 'thought' in entry ? (entry.thought ?? null) : null;
    switch (entry.kind) {
      case 'observer':
      case 'answer':
        return [];
      case 'skipped':
        return [{ decision: { kind: 'skip', tool: entry.tool, reason: entry.reason, tokens: 0 }, entries }];
      case 'tool':
      case 'rejected':
        return [{ decision: { kind: 'call', tool: entry.tool, args: entry.args, thought, tokens: 0 }, entries }];
    }
  });
  const ended = events.findLast((event) => event.type === 'verdict');
  if (ended?.ending !== 'concluded') return decided;
  const conclude: Decision = { kind: 'conclude', ceiling: ended.verdict.grain, tokens: 0 };
  return [...decided, { decision: conclude, entries: ledger.length }];
}

function sameDecision(one: Decision, other: Decision | undefined): boolean {
  const bare = (decision: Decision | undefined) => JSON.stringify({ ...decision, thought: null });
  return bare(one) === bare(other);
}

/** One JSON object a line, for people and trainers alike. */
export function toJsonLines(rows: readonly (Trajectory | Preference)[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

export type Imported<Row> = Result<Row[], { line: number; message: string }>;

export function readTrajectories(text: string): Imported<Trajectory> {
  return readLines(text, TrajectorySchema);
}

export function readPreferences(text: string): Imported<Preference> {
  return readLines(text, PreferenceSchema);
}

function readLines<Row>(text: string, schema: v.GenericSchema<unknown, Row>): Imported<Row> {
  const rows: Row[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = v.safeParse(schema, parseJson(line));
    if (!parsed.success) return { ok: false, problem: { line: index + 1, message: parsed.issues[0].message } };
    rows.push(parsed.output);
  }
  return { ok: true, value: rows };
}
