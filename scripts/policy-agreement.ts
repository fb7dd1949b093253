/**
 * `node scripts/launch.mjs policy-agreement --engine webllm|wasm`: has unmodified web-llm, or onnxruntime-web on wasm, reply to the
 * golden prompts of the tiny policy in headless Chromium, and compares every token with torch's. `--out FILE` keeps the
 * figures, and goes on with those of the same weights: `--count 10` at a time where a graphics card is only imitated.
 * `--precision f16` takes the library that computes in half precision, where the graphics card has `shader-f16`.
 * `--webllm FILE` names web-llm's index.js where it is not installed here.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { ensureBrowser } from './install-browser.ts';
import { askBare, startBare, type BareReply } from './policy-bare.ts';
import { openBare, servePolicy, WEBLLM } from './policy-server.ts';
import { fromHere, main, ROOT, UserError } from './run.ts';
import type { InferenceSession, Tensor } from 'onnxruntime-web';
import type * as Onnxruntime from 'onnxruntime-web';

type Ort = typeof Onnxruntime;

interface Golden {
  messages: { role: string; content: string }[];
  prompt: number[];
  reply: string;
  ids: number[];
}

const WEBGPU = [
  '--headless=new',
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--disable-vulkan-surface',
];

/** In the page: onnxruntime-web on wasm, greedy, with the cache. */
async function askWasm([origin, prompts, end]: [string, Golden[], number]): Promise<number[][]> {
  const ort = (await import(`${origin}/ort/ort.wasm.min.mjs`)) as Ort;
  ort.env.wasm.wasmPaths = `${origin}/ort/`;
  ort.env.wasm.numThreads = 1;
  const kept = globalThis as unknown as { session?: InferenceSession };
  const session = (kept.session ??= await ort.InferenceSession.create(`${origin}/pack/onnx/model_q4.onnx`));
  const ids = (values: number[]) =>
    new ort.Tensor(
      'int64',
      BigInt64Array.from(values, (value) => BigInt(value)),
      [1, values.length],
    );
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const pasts = session.inputNames.filter((name) => name.startsWith('past'));
  const replies = [];
  for (const { prompt } of prompts) {
    const nothing = () => new ort.Tensor('float32', [], [1, 2, 0, 64]);
    let past = Object.fromEntries(pasts.map((name) => [name, nothing() as Tensor]));
    const reply: number[] = [];
    let next = prompt;
    let seen = 0;
    while (reply.length < 48 && reply.at(-1) !== end) {
      const after = seen + next.length;
      const outputs = await session.run({
        input_ids: ids(next),
        attention_mask: ids(range(0, after).map(() => 1)),
        position_ids: ids(range(seen, after)),
        ...past,
      });
      const output = (name: string) => {
        const value = outputs[name];
        if (!value) throw new Error(`the model has no output ${name}`);
        return value;
      };
      const logits = output('logits').data as Float32Array;
      const last = logits.slice(-(output('logits').dims[2] ?? 0));
      const best = last.reduce((top, value, i) => (value > (last[top] ?? -Infinity) ? i : top), 0);
      past = Object.fromEntries(pasts.map((name) => [name, output(name.replace('past_key_values', 'present'))]));
      reply.push(best);
      next = [best];
      seen = after;
    }
    replies.push(reply);
  }
  return replies;
}

/** One prompt: how many tokens of the reply are torch's. */
interface Agreement {
  prompt: number;
  tokens: number;
  of: number;
  agrees: boolean;
  compared: string;
}

function compareText({ text, promptTokens }: BareReply, wanted: Golden): Omit<Agreement, 'prompt'> {
  // web-llm does not say its tokens: the same text from a prompt of the same length is all or nothing.
  const agrees = text === wanted.reply && promptTokens === wanted.prompt.length;
  const compared = `${JSON.stringify(text)} for ${JSON.stringify(wanted.reply)}, prompt of ${promptTokens} tokens for ${wanted.prompt.length}`;
  return { tokens: agrees ? wanted.ids.length : 0, of: wanted.ids.length, agrees, compared };
}

function compareTokens(reply: number[], { ids }: Golden): Omit<Agreement, 'prompt'> {
  const tokens = ids.filter((token, place) => reply[place] === token).length;
  const agrees = tokens === ids.length && reply.length === ids.length;
  return { tokens, of: ids.length, agrees, compared: `${reply.join(' ')} for ${ids.join(' ')}` };
}

/** What an earlier run with the same weights found. */
function known(file: string | null, weights: string): Agreement[] {
  if (file === null || !existsSync(file)) return [];
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { weights?: string; each?: Agreement[] };
  return kept.weights === weights ? (kept.each ?? []) : [];
}

function summary(each: Agreement[]) {
  const sum = (name: 'tokens' | 'of') => each.reduce((total, one) => total + one[name], 0);
  const replies = each.filter(({ agrees }) => agrees).length;
  return { prompts: each.length, replies, tokens: sum('tokens'), of: sum('of') };
}

function keep(out: string, engine: string, weights: string, each: Agreement[]) {
  const shown = each.map(({ compared, ...one }) => (one.agrees ? one : { ...one, compared }));
  writeFileSync(out, `${JSON.stringify({ engine, weights, ...summary(each), each: shown }, null, 1)}\n`);
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'wasm' },
      pack: { type: 'string', default: join(ROOT, 'public/packs/tiny-policy') },
      webllm: { type: 'string', default: WEBLLM },
      count: { type: 'string', default: '50' },
      precision: { type: 'string', default: 'f32' },
      out: { type: 'string' },
    },
  });
  const [pack, library] = [fromHere(values.pack), fromHere(values.webllm)];
  const { precision } = values;
  if (precision !== 'f32' && precision !== 'f16') throw new UserError('--precision is f32 or f16');
  if (values.engine === 'webllm' && !existsSync(library)) throw new UserError(`There is no web-llm at ${library}.`);
  const text = readFileSync(join(pack, 'golden/policy.json'), 'utf8');
  const { prompts } = JSON.parse(text) as { prompts: Golden[] };
  // Golden replies are those of the weights: other weights, other replies.
  const weights = createHash('sha256').update(text).digest('hex');
  const out = values.out === undefined ? null : fromHere(values.out);
  const each = known(out, weights);
  const numbers = prompts.map((_, number) => number).filter((number) => !each.some(({ prompt }) => prompt === number));
  const chosen = numbers.slice(0, Number(values.count));
  const server = await servePolicy(pack, library);
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: WEBGPU });
  try {
    const page = await openBare(await browser.newContext(), server.origin);
    if (values.engine === 'webllm' && chosen.length) {
      await page.evaluate(startBare, [server.origin, precision] as [string, 'f32' | 'f16']);
    }
    for (const number of chosen) {
      const asked = prompts[number]!;
      const end = asked.ids.at(-1)!;
      const compared =
        values.engine === 'webllm'
          ? [compareText(await page.evaluate(askBare, asked.messages), asked)]
          : (await page.evaluate(askWasm, [server.origin, [asked], end] as [string, Golden[], number])).map((said) =>
              compareTokens(said, asked),
            );
      each.push(...compared.map((one) => ({ prompt: number, ...one })));
      // After every one: a run that is cut leaves what it has.
      if (out !== null) keep(out, values.engine, weights, each);
    }
  } finally {
    await browser.close();
    server.close();
  }
  const { replies, prompts: count, tokens, of } = summary(each);
  const compared = `${values.engine}: ${replies} of ${count} replies and ${tokens} of ${of} tokens as torch`;
  const differences = each.filter(({ agrees }) => !agrees).map((one) => `${one.prompt}: ${one.compared}`);
  console.log([compared, ...differences].join('\n'));
  return replies === count ? 0 : 1;
});
