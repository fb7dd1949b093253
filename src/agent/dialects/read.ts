import { SKIP_REASONS } from '../../domain/ledger';
import { failed, type Failure } from '../../domain/outcome';
import { isToolName } from '../../domain/tools/schemas';
import { SKIP, type Dialect, type Found, type Utterance } from './dialect';
import { CEILINGS } from './grammar-parts';
import { readJson } from './json-text';

/** `mended`: its JSON was cut off or damaged, but its meaning is clear. */
export type Reading = { ok: true; utterance: Utterance; mended: boolean } | { ok: false; failure: Failure };

/** A reply longer than this is cut: no useful reply is that long. */
export const LONGEST_REPLY = 6000;

/**
 * Reads a whole reply. The engines of the app let a model write only what the grammar of its dialect allows; an engine
 * without a grammar may put words around it, and any reply may be cut off. What is still not understood is refused, with the
 * format as the hint: the model can try once more.
 */
export function readReply(reply: string, dialect: Dialect): Reading {
  try {
    return read(reply.slice(0, LONGEST_REPLY), reply.length > LONGEST_REPLY, dialect);
  } catch {
    // Text that breaks the parser (thousands of nested brackets) is an unreadable reply like any other.
    return refuse('reply_not_json', 'The reply could not be read.', dialect);
  }
}

function read(reply: string, cut: boolean, dialect: Dialect): Reading {
  const said = withoutReasoning(reply);
  if (said.trim() === '') return refuse('reply_empty', 'The reply is empty.', dialect);
  const found = dialect.find(said);
  const understood = found && understand(found);
  if (understood) return { ok: true, ...understood };
  if (cut) return refuse('reply_endless', 'The reply did not end.', dialect);
  if (found && found.kind !== 'answer') return refuse('reply_not_json', 'The call is not valid JSON.', dialect);
  return refuse('reply_without_action', 'The reply holds no call and no answer.', dialect);
}

function refuse(code: Failure['code'], message: string, { format }: Dialect): Reading {
  return { ok: false, failure: failed(code, message, format) };
}

/** Reasoning models write their thoughts first; those are not part of the reply. */
function withoutReasoning(reply: string): string {
  return reply.replace(/<think>[\s\S]*?(?:<\/think>|$)/gi, '').replace(/<\|[a-z_]+\|>/g, '');
}

function understand(found: Found): { utterance: Utterance; mended: boolean } | null {
  if (found.kind === 'answer') return unlessNull(answerOf(found.answer), false);
  const json = readJson(found.json.trim() === '' ? '{}' : found.json);
  if (!json.ok) return null;
  const utterance =
    found.kind === 'action'
      ? callOf(found.tool, json.value, tidy(found.thought))
      : fromObject(json.value, tidy(found.thought));
  return unlessNull(utterance, json.repaired);
}

function unlessNull(utterance: Utterance | null, mended: boolean): { utterance: Utterance; mended: boolean } | null {
  return utterance && { utterance, mended };
}

function fromObject(value: unknown, before: string | null): Utterance | null {
  if (typeof value !== 'object' || value === null) return null;
  const { name, arguments: args, answer, thought } = value as Record<string, unknown>;
  if (typeof name === 'string') return callOf(name, args, typeof thought === 'string' ? tidy(thought) : before);
  return typeof answer === 'string' ? answerOf(answer) : null;
}

function callOf(tool: string, args: unknown, thought: string | null): Utterance | null {
  if (tool === SKIP) return skipOf(args);
  return { kind: 'call', tool, args: args ?? {}, thought };
}

function skipOf(args: unknown): Utterance | null {
  const { tool, reason } = (args ?? {}) as { tool?: unknown; reason?: unknown };
  if (typeof tool !== 'string' || !isToolName(tool)) return null;
  return { kind: 'skip', tool, reason: SKIP_REASONS.find((one) => one === reason) ?? 'not_needed' };
}

/** Any answer ends the run; without a grain in it the evidence alone decides how fine the verdict is. */
function answerOf(answer: string): Utterance | null {
  const words = answer.trim().toLowerCase();
  if (words === '') return null;
  return { kind: 'conclude', ceiling: CEILINGS.find((grain) => grain === words) ?? 'species' };
}

function tidy(thought: string): string | null {
  const plain = thought
    .replace(/^\s*\**Thought\**\s*:/i, '')
    .replace(/```\w*/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' ? null : plain.slice(0, 400);
}
