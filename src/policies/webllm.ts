import { MLCEngine, type ChatOptions } from '@mlc-ai/web-llm';
import { Speech } from '../agent/dialects';
import { toEbnf } from '../agent/grammar/rule';
import { libraryOf } from './manifest';
import type { Loaded, PolicyLoad, Reply, ReplyRequest, TextEngine, VerifiedFiles } from './protocol';

/** A placeholder address: web-llm wants one for every file, and gets all of them from memory. */
const NOWHERE = 'https://goldcrest.invalid';
const MODEL = 'policy';

/**
 * ChatML with the end of each turn written in front of the next one: web-llm stops at `<|im_end|>` without feeding it, so
 * with the usual template a kept cache would lack it. The text is the same.
 */
const CONVERSATION = {
  system_template: '<|im_start|>system\n{system_message}',
  system_message: '',
  roles: {
    user: '<|im_end|>\n<|im_start|>user',
    assistant: '<|im_end|>\n<|im_start|>assistant',
    tool: '<|im_end|>\n<|im_start|>user',
  },
  role_content_sep: '\n',
  role_empty_sep: '\n',
  seps: [''],
  stop_str: ['<|im_end|>'],
};

/** Runs a compiled model on WebGPU. */
export class WebLlm implements TextEngine {
  readonly #engine = new MLCEngine({ logLevel: 'ERROR' });
  #lost: string | null = null;

  async load({ manifest }: PolicyLoad, files: VerifiedFiles): Promise<Loaded> {
    const start = performance.now();
    const [model] = manifest.models;
    if (!model.webllm) throw new Error('this pack has nothing for web-llm');
    const halfPrecision = await hasHalfPrecision();
    const library = libraryOf(model.webllm, halfPrecision);
    serveFromMemory(files, manifest.name, library);
    const config = JSON.parse(new TextDecoder().decode(files.get(model.webllm.config))) as {
      conv_template: { stop_token_ids: number[] };
    };
    const stops = { stop_token_ids: config.conv_template.stop_token_ids };
    // web-llm types roles by an enum whose values are these names.
    const overrides = { conv_template: { ...CONVERSATION, ...stops } } as unknown as ChatOptions;
    const address = `${NOWHERE}/${manifest.name}`;
    this.#engine.setAppConfig({
      model_list: [
        { model: `${address}/resolve/main/`, model_id: MODEL, model_lib: `${address}/${library}`, overrides },
      ],
    });
    await this.#engine.reload(MODEL);
    void this.#watchDevice();
    return { milliseconds: performance.now() - start, device: halfPrecision ? 'WebGPU, half precision' : 'WebGPU' };
  }

  async reply(request: ReplyRequest, onPiece: (piece: string) => boolean): Promise<Reply> {
    const start = performance.now();
    const { dialect, style, scope, temperature, maxTokens } = request;
    const stream = await this.#engine.chat.completions.create({
      messages: request.messages.map(asTheyAre),
      stream: true,
      stream_options: { include_usage: true },
      temperature,
      top_p: 1,
      max_tokens: maxTokens,
      response_format: { type: 'grammar', grammar: toEbnf(new Speech(dialect, style).grammar(scope)) },
    });
    let text = '';
    let replyTokens = 0;
    let promptTokens = 0;
    let stopping = false;
    // After an interruption the rest still has to be read, or the engine stays locked.
    for await (const { choices, usage } of stream) {
      const piece = choices[0]?.delta.content ?? '';
      if (usage) ({ prompt_tokens: promptTokens, completion_tokens: replyTokens } = usage);
      if (piece === '' || stopping) continue;
      text += piece;
      if (!onPiece(piece)) continue;
      stopping = true;
      await this.#engine.interruptGenerate();
    }
    return { text, promptTokens, replyTokens, milliseconds: performance.now() - start };
  }

  stop(): void {
    void this.#engine.interruptGenerate();
  }

  lost(): string | null {
    return this.#lost;
  }

  /** web-llm unloads itself when its device is lost; the page has to know that this is why. */
  async #watchDevice(): Promise<void> {
    const device = lastDevice();
    if (!device) return;
    const { reason, message } = await device.lost;
    if (reason !== 'destroyed') this.#lost = message || 'the graphics device was lost';
  }
}

/** `$` means something in the template's replacement of the system message, and only there. */
function asTheyAre(message: ReplyRequest['messages'][number]): ReplyRequest['messages'][number] {
  return message.role === 'system' ? { ...message, content: message.content.replaceAll('$', '$$$$') } : message;
}

interface Device {
  lost: Promise<{ reason: string; message: string }>;
}
interface Adapter {
  features: ReadonlySet<string>;
  requestDevice(...options: unknown[]): Promise<Device>;
}

let latest: Device | null = null;

function lastDevice(): Device | null {
  return latest;
}

async function hasHalfPrecision(): Promise<boolean> {
  const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<Adapter | null> } };
  const adapter = await gpu?.requestAdapter();
  if (!adapter) throw new Error('there is no WebGPU here');
  watchDevices(Object.getPrototypeOf(adapter) as Adapter);
  return adapter.features.has('shader-f16');
}

let watching = false;

/** web-llm keeps its device to itself; whether it was lost can only be learnt from the device. */
function watchDevices(prototype: Adapter): void {
  if (watching) return;
  watching = true;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own adapter below
  const { requestDevice } = prototype;
  prototype.requestDevice = async function (this: Adapter, ...options: unknown[]): Promise<Device> {
    latest = await requestDevice.apply(this, options);
    return latest;
  };
}

/**
 * web-llm asks the Cache API for every file before it fetches one. In this worker the Cache API is these files, whose
 * hashes were checked, and nothing else: anything else is refused.
 */
function serveFromMemory(files: VerifiedFiles, pack: string, library: string): void {
  const addresses = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [path, bytes] of files) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    addresses.set(path === library ? `${NOWHERE}/${pack}/${path}` : `${NOWHERE}/${pack}/resolve/main/${name}`, bytes);
  }
  const match = ({ url }: Request): Promise<Response | undefined> => {
    const bytes = addresses.get(url);
    return Promise.resolve(bytes && new Response(bytes));
  };
  const add = ({ url }: Request): Promise<never> => Promise.reject(new Error(`${url} is not a file of the pack`));
  const keys = (): Promise<Request[]> => Promise.resolve([...addresses.keys()].map((url) => new Request(url)));
  const open = () => Promise.resolve({ match, add, keys });
  Object.defineProperty(globalThis, 'caches', { value: { open }, configurable: true });
}
