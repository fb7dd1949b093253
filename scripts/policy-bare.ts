/** web-llm as it is published, without anything of the app: what the tiny policy is compared with. Both run inside a bare page. */

/** The little of web-llm that is used here. */
interface Message {
  role: string;
  content: string;
}

interface Chunk {
  choices: { delta?: { content?: string } }[];
  usage?: { prompt_tokens: number; completion_tokens: number };
}

interface Engine {
  chat: { completions: { create: (request: object) => Promise<AsyncIterable<Chunk>> } };
  resetChat: () => Promise<void>;
}

export interface BareReply {
  text: string;
  promptTokens: number;
  replyTokens: number;
  milliseconds: number;
}

/**
 * Loads the pack's files into web-llm.
 * @param given as policy-server.ts serves them, and which library computes
 */
export async function startBare([origin, precision]: [string, 'f32' | 'f16']) {
  const { CreateMLCEngine } = (await import(`${origin}/webllm.js`)) as {
    CreateMLCEngine: (id: string, settings: object) => Promise<Engine>;
  };
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

/** One reply, greedy, from an empty cache. */
export async function askBare(messages: Message[]): Promise<BareReply> {
  const { bareEngine } = globalThis as unknown as { bareEngine: Engine };
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
