/**
 * `npm run bench:policy -- --constrained 500 --engine wasm`: turns drawn at temperature 1 from the tiny policy, through the
 * app's own engine and grammar, in runs of held-out observations. Valid is a reply that the dialect reads without mending
 * it, that calls a tool there is with arguments its schema accepts, and that names only images, recordings, regions and
 * species that are there. What such a call comes to (a repetition, a view too many) is the run's business, not the grammar's.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureEvaluationBuilt } from './build.ts';
import { openEvaluation } from './headless.ts';
import { openEpisodes, readItems } from './policy-environment.ts';
import { ROOT, UserError } from './run.ts';
import type { Scope } from '../src/agent/dialects';
import type { ReplyRequest } from '../src/policies/protocol';

const DIALECTS = ['hermes', 'hermes', 'mcp-json', 'react'] as const;
const MOST_TOKENS = 64;
/** What a reply that keeps to the grammar of its situation never comes back with. */
const INVALID = /\berror (invalid_arguments|unknown_\w+|call_out_of_order|region_\w+|reply_\w+)/;

interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

interface Answer {
  ok: boolean;
  message?: string;
  messages: Message[];
  scope: Scope;
  done: boolean;
  decision: { kind: string };
  mended: boolean;
}

interface Figures {
  engine: string;
  weights: string;
  temperature: number;
  turns: number;
  valid: number;
  runs: number;
  invalid: string[];
}

function begun(out: string | null, engine: string, weights: string): Figures {
  const fresh = { engine, weights, temperature: 1, turns: 0, valid: 0, runs: 0, invalid: [] };
  if (out === null || !existsSync(out)) return fresh;
  const kept = JSON.parse(readFileSync(out, 'utf8')) as Figures;
  return kept.engine === engine && kept.weights === weights ? kept : fresh;
}

/** Goes on with what `out` holds of the same weights, for at most `minutes`. */
export async function drawTurns({
  turns,
  engine,
  minutes,
  items,
  out,
}: {
  turns: number;
  engine: string;
  minutes: number;
  items: string;
  out: string | null;
}) {
  if (engine !== 'wasm' && engine !== 'webllm') throw new UserError('--engine is wasm or webllm');
  const pack = join(ROOT, 'public/packs/tiny-policy');
  const weights = createHash('sha256')
    .update(readFileSync(join(pack, 'onnx/model_q4.onnx')))
    .digest('hex');
  const figures = begun(out, engine, weights);
  await ensureEvaluationBuilt();
  const server = await openEpisodes();
  const ask = async (request: object) => {
    const answer = JSON.parse(await server.handle(JSON.stringify(request))) as Answer;
    if (!answer.ok) throw new Error(answer.message);
    return answer;
  };
  const all = readItems(items);
  const until = Date.now() + minutes * 60_000;
  const app = await openEvaluation({ name: 'starter', folder: null });
  try {
    while (figures.turns < turns && Date.now() < until) {
      const { key, item } = all[figures.runs % all.length]!;
      const dialect = DIALECTS[figures.runs % DIALECTS.length]!;
      const episode = String(figures.runs);
      await ask({ op: 'add', key, item });
      let { messages, scope } = await ask({ op: 'open', episode, key, dialect, hints: 'off' });
      for (let done = false; !done && figures.turns < turns;) {
        const asked = { messages, dialect, style: 'compact', scope, maxTokens: MOST_TOKENS, temperature: 1 };
        const reply = await app.page.evaluate(([name, request]) => globalThis.workbench.policyReply(name, request), [
          `tiny-${engine}`,
          asked,
        ] as [string, ReplyRequest]);
        if (!reply.ok) throw new Error(reply.problem.message);
        const { text } = reply.value;
        const step = await ask({ op: 'reply', episode, text });
        const answered = step.messages.map(({ content }) => content).join('\n');
        const valid = step.decision.kind !== 'malformed' && !step.mended && !INVALID.test(answered);
        figures.turns += 1;
        if (valid) figures.valid += 1;
        else figures.invalid.push(`${text} -> ${answered || step.decision.kind}`);
        scope = step.scope;
        messages = [...messages, { role: 'assistant', content: text }, ...step.messages];
        done = step.done;
      }
      await ask({ op: 'close', episode });
      figures.runs += 1;
      if (out !== null) writeFileSync(out, `${JSON.stringify(figures, null, 1)}\n`);
    }
  } finally {
    await app.close();
  }
  console.log(`${engine}: ${figures.valid} of ${figures.turns} turns at temperature 1 are valid`);
  figures.invalid.forEach((text) => console.log(JSON.stringify(text)));
  return figures.turns > 0 && figures.valid === figures.turns ? 0 : 1;
}
