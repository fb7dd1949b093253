/**
 * `node scripts/policy-agreement.mjs --engine webllm|wasm`: has unmodified web-llm, or onnxruntime-web on wasm, reply to the
 * golden prompts of the tiny policy in headless Chromium, and compares every token with torch's. `--from` and `--to` take a
 * part of them; `--out FILE` keeps the figures; `--webllm FILE` names web-llm's index.js where it is not installed here.
 */
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { ensureBrowser } from './install-browser.mjs';
import { main, ROOT, UserError } from './run.mjs';

/**
 * The little of web-llm that is used here.
 * @typedef {{ choices: { delta?: { content?: string } }[], usage?: { prompt_tokens: number, completion_tokens: number } }} Chunk
 * @typedef {{ chat: { completions: { create: (request: object) => Promise<AsyncIterable<Chunk>> } }, resetChat: () => Promise<void> }} Engine
 * @typedef {{ CreateMLCEngine: (model: string, settings: object) => Promise<Engine> }} WebLlm
 * @typedef {typeof import('onnxruntime-web')} Ort
 */

/**
 * @typedef {{ messages: { role: string, content: string }[], prompt: number[], reply: string, ids: number[] }} Golden
 * @typedef {{ text: string, promptTokens: number, replyTokens: number, milliseconds: number }} Said
 */

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
});
const WEBGPU = [
  '--headless=new',
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--disable-vulkan-surface',
];

/** @param {Record<string, string>} folders what is served under each first part of a path */
async function serve(folders) {
  const server = createServer((request, response) => {
    const [, first = '', ...rest] = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname).split('/');
    const folder = folders[first];
    const file = folder === undefined ? '' : rest.length ? join(folder, ...rest) : folder;
    if (first === '') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    else if (!existsSync(file)) response.writeHead(404).end();
    else {
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** In the page: web-llm as it is published, on the pack's files. @param {[string, Golden[]]} given @returns {Promise<Said[]>} */
async function askWebllm([origin, prompts]) {
  const webllm = /** @type {WebLlm} */ (await import(`${origin}/webllm.js`));
  const engine = await webllm.CreateMLCEngine('tiny-policy', {
    appConfig: {
      model_list: [
        { model: `${origin}/model/`, model_id: 'tiny-policy', model_lib: `${origin}/pack/webllm/q4f32.wasm` },
      ],
    },
  });
  const said = [];
  for (const { messages } of prompts) {
    const start = performance.now();
    const stream = await engine.chat.completions.create({
      messages,
      temperature: 0,
      max_tokens: 48,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let usage = { prompt_tokens: 0, completion_tokens: 0 };
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta?.content ?? '';
      usage = chunk.usage ?? usage;
    }
    await engine.resetChat();
    const milliseconds = performance.now() - start;
    said.push({ text, promptTokens: usage.prompt_tokens, replyTokens: usage.completion_tokens, milliseconds });
  }
  return said;
}

/** In the page: onnxruntime-web on wasm, greedy, with the cache. @param {[string, Golden[], number]} given @returns {Promise<number[][]>} */
async function askWasm([origin, prompts, end]) {
  const ort = /** @type {Ort} */ (await import(`${origin}/ort/ort.wasm.min.mjs`));
  ort.env.wasm.wasmPaths = `${origin}/ort/`;
  ort.env.wasm.numThreads = 1;
  const session = await ort.InferenceSession.create(`${origin}/pack/onnx/model_q4.onnx`);
  const ids = (/** @type {number[]} */ values) =>
    new ort.Tensor(
      'int64',
      BigInt64Array.from(values, (value) => BigInt(value)),
      [1, values.length],
    );
  const range = (/** @type {number} */ from, /** @type {number} */ to) =>
    Array.from({ length: to - from }, (_, i) => from + i);
  const pasts = session.inputNames.filter((name) => name.startsWith('past'));
  const replies = [];
  for (const { prompt } of prompts) {
    const nothing = () => new ort.Tensor('float32', [], [1, 2, 0, 64]);
    let past = Object.fromEntries(
      pasts.map((name) => [name, /** @type {import('onnxruntime-web').Tensor} */ (nothing())]),
    );
    /** @type {number[]} */
    const reply = [];
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
      const output = (/** @type {string} */ name) => {
        const value = outputs[name];
        if (!value) throw new Error(`the model has no output ${name}`);
        return value;
      };
      const logits = /** @type {Float32Array} */ (output('logits').data);
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

await main(async () => {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'wasm' },
      pack: { type: 'string', default: join(ROOT, 'public/packs/tiny-policy') },
      webllm: { type: 'string', default: join(ROOT, 'node_modules/@mlc-ai/web-llm/lib/index.js') },
      from: { type: 'string', default: '0' },
      to: { type: 'string', default: '50' },
      out: { type: 'string' },
    },
  });
  const from = process.env.INIT_CWD ?? '';
  const [pack, library] = [resolve(from, values.pack), resolve(from, values.webllm)];
  const golden = /** @type {{ prompts: Golden[] }} */ (
    JSON.parse(readFileSync(join(pack, 'golden/policy.json'), 'utf8'))
  );
  const prompts = golden.prompts.slice(Number(values.from), Number(values.to));
  if (values.engine === 'webllm' && !existsSync(library)) throw new UserError(`There is no web-llm at ${library}.`);
  const server = await serve({
    pack,
    'webllm.js': library,
    ort: join(ROOT, 'node_modules/onnxruntime-web/dist'),
    // web-llm asks for .../resolve/main/FILE.
    model: join(pack, 'webllm'),
  });
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: WEBGPU });
  try {
    const page = await browser.newPage();
    await page.route('**/resolve/main/**', (route) =>
      route.continue({ url: route.request().url().replace('/resolve/main', '') }),
    );
    await page.goto(server.origin);
    const agreed = { replies: 0, tokens: 0, of: 0 };
    /** @type {string[]} */
    const differences = [];
    if (values.engine === 'webllm') {
      const said = await page.evaluate(askWebllm, /** @type {[string, Golden[]]} */ ([server.origin, prompts]));
      said.forEach(({ text, promptTokens }, number) => {
        const wanted = /** @type {Golden} */ (prompts[number]);
        const same = text === wanted.reply && promptTokens === wanted.prompt.length;
        agreed.of += wanted.ids.length;
        agreed.replies += same ? 1 : 0;
        agreed.tokens += same ? wanted.ids.length : 0;
        if (!same)
          differences.push(
            `${number}: ${JSON.stringify(text)} for ${JSON.stringify(wanted.reply)}, prompt of ${promptTokens} tokens for ${wanted.prompt.length}`,
          );
      });
    } else {
      const end = /** @type {number} */ (prompts[0]?.ids.at(-1));
      const said = await page.evaluate(
        askWasm,
        /** @type {[string, Golden[], number]} */ ([server.origin, prompts, end]),
      );
      said.forEach((reply, number) => {
        const { ids: wanted } = /** @type {Golden} */ (prompts[number]);
        const same = wanted.filter((token, place) => reply[place] === token).length;
        agreed.of += wanted.length;
        agreed.tokens += same;
        agreed.replies += same === wanted.length && reply.length === wanted.length ? 1 : 0;
        if (same !== wanted.length) differences.push(`${number}: ${reply.join(' ')} for ${wanted.join(' ')}`);
      });
    }
    const told = `${values.engine}: ${agreed.replies} of ${prompts.length} replies and ${agreed.tokens} of ${agreed.of} tokens as torch`;
    console.log([told, ...differences].join('\n'));
    if (values.out !== undefined) {
      const figures = { engine: values.engine, prompts: prompts.length, ...agreed };
      writeFileSync(resolve(from, values.out), `${JSON.stringify(figures, null, 1)}\n`);
    }
    return agreed.replies === prompts.length ? 0 : 1;
  } finally {
    await browser.close();
    server.close();
  }
});
