import type { Message } from '../agent/dialects';
import { open } from '.';
import type { PolicyEntry } from './catalogue';
import type { PolicyResult } from './protocol';

const call = (json: string): string => `<tool_call>\n${json}\n</tool_call>`;
const told = (line: string): string => `<tool_response>\n${line}\n</tool_response>`;

/** A typical run (found, judged, named, its place looked up), as a policy reads it. All policies are timed on it. */
const RUN: readonly Message[] = [
  { role: 'system', content: 'goldcrest hermes' },
  { role: 'user', content: 'photo-1\nplace 47 9 month 5' },
  { role: 'assistant', content: call('{"name":"detect_bird","arguments":{"image":"photo-1"}}') },
  { role: 'user', content: told('birds 1 best .93') },
  { role: 'assistant', content: call('{"name":"quality_gate","arguments":{"image":"photo-1","region":"largest"}}') },
  { role: 'user', content: told('quality pass') },
  { role: 'assistant', content: call('{"name":"classify_image","arguments":{"image":"photo-1","region":"largest"}}') },
  { role: 'user', content: told('top sure .90 .05 genus .95 family .95 nobird .00') },
  { role: 'assistant', content: call('{"name":"geo_prior","arguments":{"taxa":"top"}}') },
  { role: 'user', content: told('place expected out_of_range') },
];

export interface Measured {
  /** All turns of the run together, after a first question that is not counted. */
  seconds: number;
  /** Tokens written, over the same time. */
  tokensPerSecond: number;
  loadMilliseconds: number;
  device: string;
  /** Of the pack that was measured. */
  version: string;
}

/** Loads a policy and times a whole run of answers: only a measurement tells what a device can do. */
export async function measure(
  entry: PolicyEntry,
  onBytes: (done: number, total: number) => void = () => undefined,
): Promise<PolicyResult<Measured>> {
  const found = await open(entry);
  if (!found.ok) return found;
  const { bridge, manifest } = found.value;
  const loaded = await bridge.load(onBytes);
  if (!loaded.ok) return loaded;
  const { dialect, style } = manifest.models[0];
  const ask = (messages: Message[]) => {
    const request = { messages, dialect, style, maxTokens: 48, temperature: 0 };
    return bridge.reply(request, () => undefined, new AbortController().signal);
  };
  const warm = await ask(RUN.slice(0, 2));
  if (!warm.ok) return warm;
  let milliseconds = 0;
  let tokens = 0;
  for (let end = 2; end <= RUN.length; end += 2) {
    const timed = await ask(RUN.slice(0, end));
    if (!timed.ok) return timed;
    milliseconds += timed.value.milliseconds;
    tokens += timed.value.replyTokens;
  }
  return {
    ok: true,
    value: {
      seconds: milliseconds / 1000,
      tokensPerSecond: (tokens * 1000) / milliseconds,
      loadMilliseconds: loaded.value.milliseconds,
      device: loaded.value.device,
      version: manifest.version,
    },
  };
}
