import type { Message } from '../agent/dialects';
import { open } from '.';
import type { PolicyEntry } from './catalogue';
import type { PolicyResult } from './protocol';

/** A short conversation as a run has it; the same for every policy of a style. */
const QUESTION: Message[] = [
  { role: 'system', content: 'goldcrest hermes' },
  { role: 'user', content: 'photo-1 1600x1200\nplace 47 9 month 5' },
];

export interface Measured {
  /** Prompt and reply together, after a first question that is not counted. */
  tokensPerSecond: number;
  loadMilliseconds: number;
  device: string;
}

/** Loads a policy and times an answer: what a device does is known only after it has done it. */
export async function measure(
  entry: PolicyEntry,
  onBytes: (done: number, total: number) => void,
): Promise<PolicyResult<Measured>> {
  const found = await open(entry);
  if (!found.ok) return found;
  const { bridge, manifest } = found.value;
  const loaded = await bridge.load(onBytes);
  if (!loaded.ok) return loaded;
  const { dialect, style } = manifest.models[0];
  const request = { messages: QUESTION, dialect, style, maxTokens: 48, temperature: 0 };
  const ask = () => bridge.reply(request, () => undefined, new AbortController().signal);
  const warm = await ask();
  if (!warm.ok) return warm;
  const timed = await ask();
  if (!timed.ok) return timed;
  const { promptTokens, replyTokens, milliseconds } = timed.value;
  return {
    ok: true,
    value: {
      tokensPerSecond: ((promptTokens + replyTokens) * 1000) / milliseconds,
      loadMilliseconds: loaded.value.milliseconds,
      device: loaded.value.device,
    },
  };
}
