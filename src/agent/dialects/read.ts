import { SKIP_REASONS, type SkipReason } from '../../domain/ledger';
import { failed, type Failure } from '../../domain/outcome';
import { isToolName } from '../../domain/tools/schemas';
import { SKIP, type Dialect, type Found, type Utterance } from './dialect';
import { CEILINGS } from './grammar-parts';
import { firstObject, readJson } from './json-text';

/** What had to be mended before a reply could be understood. */
export type Repair = 'prose' | 'json' | 'other_dialect' | 'shape' | 'answer' | 'second_call';

export type Reading = { ok: true; utterance: Utterance; repairs: Repair[] } | { ok: false; failure: Failure };

/** A reply longer than this is cut: nothing worth saying takes so long. */
export const LONGEST_REPLY = 6000;

/**
 * Understands a whole reply: as it should be, as it was probably meant, or not at all. Whatever comes in, something the
 * run can go on with comes out.
 */
export function readReply(reply: string, dialect: Dialect, others: readonly Dialect[]): Reading {
  try {
    return read(reply.slice(0, LONGEST_REPLY), reply.length > LONGEST_REPLY, dialect, others);
  } catch {
    // Text made to break a reader (thousands of nested brackets) is nonsense like any other.
    return refuse('reply_not_json', 'The reply could not be read.', dialect);
  }
}

function read(reply: string, cut: boolean, dialect: Dialect, others: readonly Dialect[]): Reading {
  const said = withoutReasoning(reply);
  if (said.trim() === '') return refuse('reply_empty', 'The reply is empty.', dialect);
  let broken = false;
  for (const one of [dialect, ...others]) {
    const found = one.find(said);
    if (!found) continue;
    const understood = understand(found);
    if (!understood) {
      broken ||= found.kind !== 'answer';
      continue;
    }
    const repairs = new Set(understood.repairs);
    if (one !== dialect) repairs.add('other_dialect');
    if (extraText(said, found, one)) repairs.add('prose');
    if (holdsSecond(said, one)) repairs.add('second_call');
    return { ok: true, utterance: understood.utterance, repairs: [...repairs] };
  }
  if (cut) return refuse('reply_endless', 'The reply did not end.', dialect);
  if (broken) return refuse('reply_not_json', 'The call is not valid JSON.', dialect);
  return refuse('reply_without_action', 'The reply holds no call and no answer.', dialect);
}

function refuse(code: Failure['code'], message: string, { format }: Dialect): Reading {
  return { ok: false, failure: failed(code, message, format) };
}

/** Reasoning models think aloud first; what they think is not what they say. */
function withoutReasoning(reply: string): string {
  return reply.replace(/<think>[\s\S]*?(?:<\/think>|$)/gi, '').replace(/<\|[a-z_]+\|>/g, '');
}

type Understood = { utterance: Utterance; repairs: Repair[] } | null;

function understand(found: Found): Understood {
  if (found.kind === 'answer') return answerOf(found.answer);
  const json = readJson(found.json.trim() === '' ? '{}' : found.json);
  if (!json.ok) return null;
  const repairs: Repair[] = json.repaired ? ['json'] : [];
  const thought = tidy(found.thought);
  if (found.kind === 'action') return withRepairs(callOf(found.tool, json.value, thought), repairs);
  const value = Array.isArray(json.value) ? (json.value[0] as unknown) : json.value;
  return withRepairs(fromObject(value, thought, 0), value === json.value ? repairs : [...repairs, 'second_call']);
}

function withRepairs(understood: Understood, repairs: Repair[]): Understood {
  return understood && { ...understood, repairs: [...repairs, ...understood.repairs] };
}

const NAME_KEYS = ['name', 'tool', 'tool_name', 'function', 'action'];
const ARGUMENT_KEYS = ['arguments', 'args', 'parameters', 'params', 'input', 'action_input', 'tool_input'];
const ANSWER_KEYS = ['answer', 'final_answer', 'Final Answer', 'verdict', 'grain'];
const WRAPPERS = ['tool_call', 'tool_calls', 'function_call', 'function', 'call', 'params', 'content'];

/** A call or an answer from an object in any of the shapes that models write. */
function fromObject(value: unknown, thought: string | null, depth: number): Understood {
  if (depth > 4) return null;
  if (Array.isArray(value)) return mended(fromObject(value[0], thought, depth + 1));
  if (typeof value !== 'object' || value === null) return null;
  const object = value as Record<string, unknown>;
  const own = typeof object.thought === 'string' ? tidy(object.thought) : thought;

  const nameKey = NAME_KEYS.find((key) => typeof object[key] === 'string');
  const argsKey = ARGUMENT_KEYS.find((key) => Object.hasOwn(object, key));
  if (nameKey && (argsKey !== undefined || !ANSWER_KEYS.some((key) => Object.hasOwn(object, key)))) {
    const rest = Object.entries(object).filter(([key]) => key !== nameKey && key !== 'thought');
    const call = callOf(object[nameKey] as string, argsKey ? object[argsKey] : Object.fromEntries(rest), own);
    return nameKey === 'name' && argsKey === 'arguments' ? call : mended(call);
  }
  const wrapper = WRAPPERS.find((key) => typeof object[key] === 'object' && object[key] !== null);
  const inner = wrapper ? fromObject(object[wrapper], own, depth + 1) : null;
  if (inner) return mended(inner);

  const answerKey = ANSWER_KEYS.find((key) => Object.hasOwn(object, key));
  if (answerKey) return fromAnswer(object[answerKey], answerKey === 'answer');
  const [key, only] = Object.entries(object)[0] ?? [];
  if (key !== undefined && isToolName(key) && typeof only === 'object') return mended(callOf(key, only, own));
  return null;
}

function fromAnswer(value: unknown, usual: boolean): Understood {
  if (typeof value === 'object' && value !== null) return mended(fromObject(value, null, 4));
  if (typeof value !== 'string') return null;
  return usual ? answerOf(value) : mended(answerOf(value));
}

function mended(understood: Understood): Understood {
  return withRepairs(understood, ['shape']);
}

function callOf(name: string, given: unknown, thought: string | null): Understood {
  const tool = name.trim().replace(/^functions?\.|\(\)$/g, '');
  const repairs: Repair[] = tool === name ? [] : ['shape'];
  let args = given;
  if (typeof args === 'string') {
    const inside = readJson(args);
    if (inside.ok && typeof inside.value === 'object') args = inside.value;
    repairs.push('shape');
  }
  if (tool === SKIP) return skipOf(args);
  if (/^(final_?answer|conclude|finish|answer|submit)$/i.test(tool)) return mended(fromObjectOrGrain(args));
  return { utterance: { kind: 'call', tool, args: args ?? {}, thought }, repairs };
}

function fromObjectOrGrain(args: unknown): Understood {
  const words = typeof args === 'object' && args !== null ? Object.values(args).join(' ') : String(args);
  return answerOf(words);
}

function skipOf(args: unknown): Understood {
  const { tool, reason } = (args ?? {}) as { tool?: unknown; reason?: unknown };
  if (typeof tool !== 'string' || !isToolName(tool)) return null;
  const known = SKIP_REASONS.find((one) => one === reason);
  const utterance: Utterance = { kind: 'skip', tool, reason: known ?? ('not_needed' satisfies SkipReason) };
  return { utterance, repairs: known ? [] : ['shape'] };
}

/** Any answer ends the run; without a grain in it the evidence alone decides how fine the verdict is. */
function answerOf(answer: string): Understood {
  const words = answer.trim().toLowerCase();
  if (words === '') return null;
  const exact = CEILINGS.find((grain) => grain === words);
  if (exact) return { utterance: { kind: 'conclude', ceiling: exact }, repairs: [] };
  const named = CEILINGS.find((grain) => words.includes(grain));
  const none = /\b(not enough|unknown|unsure|none|no bird|cannot)\b/.test(words) ? 'abstain' : null;
  return { utterance: { kind: 'conclude', ceiling: none ?? named ?? 'species' }, repairs: ['answer'] };
}

function tidy(thought: string): string | null {
  const plain = thought
    .replace(/^\s*\**Thought\**\s*:/i, '')
    .replace(/```\w*/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' ? null : plain.slice(0, 400);
}

/** Whether there is more in a reply than its call, its answer and a thought where the dialect has one. */
function extraText(reply: string, found: Found, dialect: Dialect): boolean {
  if (found.kind === 'answer' || dialect.name !== 'mcp-json') return false;
  return reply.trim() !== found.json.trim();
}

/** Whether a second call follows the first; only the first one is made. */
function holdsSecond(reply: string, dialect: Dialect): boolean {
  if (dialect.name === 'hermes') return (reply.match(/<tool_call>/g)?.length ?? 0) > 1;
  if (dialect.name === 'react') return (reply.match(/(?:^|\n)\s*Action\s*:/g)?.length ?? 0) > 1;
  const first = firstObject(reply);
  return first?.closed === true && firstObject(reply.slice(first.before.length + first.json.length)) !== null;
}
