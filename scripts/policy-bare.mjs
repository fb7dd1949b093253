/** web-llm as it is published, without anything of the app: what the tiny policy is compared with. Both run inside a bare page. */

/**
 * The little of web-llm that is used here.
 * @typedef {{ role: string, content: string }} Message
 * @typedef {{ choices: { delta?: { content?: string } }[], usage?: { prompt_tokens: number, completion_tokens: number } }} Chunk
 * @typedef {{ chat: { completions: { create: (request: object) => Promise<AsyncIterable<Chunk>> } }, resetChat: () => Promise<void> }} Engine
 * @typedef {{ text: string, promptTokens: number, replyTokens: number, milliseconds: number }} Said
 */

/** Loads the pack's files into web-llm. @param {[string, 'f32' | 'f16']} given as policy-server.mjs serves them, and which library computes */
export async function startBare([origin, precision]) {
  const { CreateMLCEngine } = /** @type {{ CreateMLCEngine: (id: string, settings: object) => Promise<Engine> }} */ (
    await import(`${origin}/webllm.js`)
  );
  const model = {
    model: `${origin}/model/`,
    model_id: 'tiny-policy',
    model_lib: `${origin}/pack/webllm/q4${precision}.wasm`,
    required_features: precision === 'f16' ? ['shader-f16'] : [],
  };
  Object.assign(globalThis, {
    bareEngine: await CreateMLCEngine('tiny-policy', { appConfig: { model_list: [model] } }),
  });
}

/** One reply, greedy, from an empty cache. @param {Message[]} messages @returns {Promise<Said>} */
export async function askBare(messages) {
  const { bareEngine } = /** @type {{ bareEngine: Engine }} */ (/** @type {unknown} */ (globalThis));
  await bareEngine.resetChat();
  const start = performance.now();
  const stream = await bareEngine.chat.completions.create({
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
  const milliseconds = performance.now() - start;
  return { text, promptTokens: usage.prompt_tokens, replyTokens: usage.completion_tokens, milliseconds };
}
