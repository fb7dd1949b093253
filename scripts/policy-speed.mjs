/**
 * `npm run bench:policy -- --speed`: tokens per second of the tiny policy through the app (its worker, its grammar, its checks)
 * beside web-llm as it is published, on the same prompts in the same browser, in turn.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { openHeadless } from './headless.mjs';
import { openBare, servePolicy } from './policy-server.mjs';
import { ROOT } from './run.mjs';

/**
 * @typedef {{ role: 'system' | 'user' | 'assistant', content: string }} Message
 * @typedef {{ tokens: number, milliseconds: number }} Timed
 */

/** In the bare page. @param {string} origin */
async function startBare(origin) {
  const { CreateMLCEngine } = /** @type {{ CreateMLCEngine: (id: string, settings: object) => Promise<unknown> }} */ (
    await import(`${origin}/webllm.js`)
  );
  const model = {
    model: `${origin}/model/`,
    model_id: 'tiny-policy',
    model_lib: `${origin}/pack/webllm/q4f32.wasm`,
  };
  Object.assign(globalThis, {
    engine: await CreateMLCEngine('tiny-policy', { appConfig: { model_list: [model] } }),
  });
}

/** In the bare page. @param {Message[]} messages @returns {Promise<Timed>} */
async function askBare(messages) {
  /** @typedef {{ usage?: { prompt_tokens: number, completion_tokens: number } }} Chunk */
  const { engine } =
    /** @type {{ engine: { chat: { completions: { create: (request: object) => Promise<AsyncIterable<Chunk>> } }, resetChat: () => Promise<void> } }} */ (
      /** @type {unknown} */ (globalThis)
    );
  await engine.resetChat();
  const start = performance.now();
  const stream = await engine.chat.completions.create({
    messages,
    temperature: 0,
    max_tokens: 48,
    stream: true,
    stream_options: { include_usage: true },
  });
  let tokens = 0;
  for await (const { usage } of stream) if (usage) tokens = usage.prompt_tokens + usage.completion_tokens;
  return { tokens, milliseconds: performance.now() - start };
}

const rate = (/** @type {Timed[]} */ all) =>
  (1000 * all.reduce((sum, { tokens }) => sum + tokens, 0)) / all.reduce((sum, one) => sum + one.milliseconds, 0);

/** @param {{ prompts: number, rounds: number, out: string | null }} options */
export async function compareSpeed({ prompts: count, rounds, out }) {
  const pack = join(ROOT, 'public/packs/tiny-policy');
  const golden = /** @type {{ prompts: { messages: Message[] }[] }} */ (
    JSON.parse(readFileSync(join(pack, 'golden/policy.json'), 'utf8'))
  );
  // Conversations in the app's dialect.
  const prompts = golden.prompts.map(({ messages }) => messages).filter(([first]) => first?.content.endsWith('hermes'));
  await ensureBuilt();
  const server = await servePolicy(pack);
  const app = await openHeadless({ name: 'starter', folder: null });
  try {
    const bare = await openBare(app.page.context(), server.origin);
    await bare.evaluate(startBare, server.origin);
    const askApp = async (/** @type {Message[]} */ messages) => {
      const request = { messages, dialect: 'hermes', style: 'compact', maxTokens: 48, temperature: 0 };
      const reply = await app.page.evaluate(
        (given) => globalThis.goldcrest.policyReply('tiny-webllm', given),
        /** @type {import('../src/policies/protocol').ReplyRequest} */ (request),
      );
      if (!reply.ok) throw new Error(reply.problem.message);
      const { promptTokens, replyTokens, milliseconds } = reply.value;
      return { tokens: promptTokens + replyTokens, milliseconds };
    };
    const first = /** @type {Message[]} */ (prompts[0]);
    await askApp(first);
    await bare.evaluate(askBare, first);
    /** @type {{ app: Timed[], bare: Timed[] }} */
    const timed = { app: [], bare: [] };
    for (let round = 0; round < rounds; round++) {
      for (const [number, messages] of prompts.slice(1, 1 + count).entries()) {
        const both = [
          async () => timed.app.push(await askApp(messages)),
          async () => timed.bare.push(await bare.evaluate(askBare, messages)),
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
