/**
 * `npm run bench:policy -- --speed`: tokens per second of the tiny policy through the app (its worker, its grammar, its checks)
 * beside web-llm as it is published, on the same prompts in the same browser, in turn.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureEvaluationBuilt } from './build.ts';
import { openEvaluation } from './headless.ts';
import { askBare, startBare, type BareReply } from './policy-bare.ts';
import { HELD_OUT, openEpisodes, readItems } from './policy-environment.ts';
import { openBare, servePolicy } from './policy-server.ts';
import { ROOT } from './run.ts';
import type { Message, Scope } from '../src/agent/dialects';
import type { ReplyRequest } from '../src/policies/protocol';

interface Asked {
  messages: Message[];
  scope: Scope;
}

interface Timed {
  tokens: number;
  milliseconds: number;
}

/**
 * Conversations of the app's dialect with what each could name next, from anywhere in runs of held-out observations.
 */
async function conversations(count: number): Promise<Asked[]> {
  const server = await openEpisodes();
  const ask = async (request: object) =>
    JSON.parse(await server.handle(JSON.stringify(request))) as Asked & { text: string; done: boolean };
  const found = [];
  for (const [number, { key, item }] of readItems(HELD_OUT).slice(0, count).entries()) {
    await ask({ op: 'add', key, item });
    let { messages, scope } = await ask({ op: 'open', episode: key, key, dialect: 'hermes' });
    for (let turn = 0; turn < number % 4; turn++) {
      const { text } = await ask({ op: 'suggest', episode: key });
      const step = await ask({ op: 'reply', episode: key, text });
      if (step.done) break;
      messages = [...messages, { role: 'assistant', content: text }, ...step.messages];
      scope = step.scope;
    }
    found.push({ messages, scope });
  }
  return found;
}

const timedOf = ({ promptTokens, replyTokens, milliseconds }: BareReply): Timed => ({
  tokens: promptTokens + replyTokens,
  milliseconds,
});

const rate = (all: Timed[]) =>
  (1000 * all.reduce((sum, { tokens }) => sum + tokens, 0)) / all.reduce((sum, one) => sum + one.milliseconds, 0);

export async function compareSpeed({
  prompts: count,
  rounds,
  out,
}: {
  prompts: number;
  rounds: number;
  out: string | null;
}) {
  const pack = join(ROOT, 'public/packs/tiny-policy');
  const prompts = await conversations(1 + count);
  await ensureEvaluationBuilt();
  const server = await servePolicy(pack);
  const app = await openEvaluation({ name: 'starter', folder: null });
  try {
    const bare = await openBare(app.page.context(), server.origin);
    // The app takes half precision where the device has it.
    const precision = await bare.evaluate(async () =>
      (await navigator.gpu.requestAdapter())?.features.has('shader-f16') ? 'f16' : 'f32',
    );
    await bare.evaluate(startBare, [server.origin, precision] as [string, 'f32' | 'f16']);
    const askApp = async (asked: Asked) => {
      const request = { ...asked, dialect: 'hermes', style: 'compact', maxTokens: 48, temperature: 0 };
      const reply = await app.page.evaluate(
        (given) => globalThis.workbench.policyReply('tiny-webllm', given),
        request as ReplyRequest,
      );
      if (!reply.ok) throw new Error(reply.problem.message);
      return timedOf(reply.value);
    };
    const first = prompts[0]!;
    await askApp(first);
    await bare.evaluate(askBare, first.messages);
    const timed: { app: Timed[]; bare: Timed[] } = { app: [], bare: [] };
    for (let round = 0; round < rounds; round++) {
      for (const [number, asked] of prompts.slice(1, 1 + count).entries()) {
        const both = [
          async () => timed.app.push(await askApp(asked)),
          async () => timed.bare.push(timedOf(await bare.evaluate(askBare, asked.messages))),
        ];
        // Who goes first changes, so that neither always finds the machine warm.
        if ((round + number) % 2) both.reverse();
        for (const ask of both) await ask();
      }
    }
    const figures = { replies: timed.app.length, app: rate(timed.app), bare: rate(timed.bare) };
    const ratio = figures.app / figures.bare;
    console.log(`app ${figures.app.toFixed(1)}, bare ${figures.bare.toFixed(1)} tokens a second: ${ratio.toFixed(3)}`);
    if (out !== null) writeFileSync(out, `${JSON.stringify({ ...figures, ratio, each: timed }, null, 1)}\n`);
    return 0;
  } finally {
    await app.close();
    server.close();
  }
}
