import {
  AutoImageProcessor,
  AutoModelForCausalLM,
  AutoModelForImageTextToText,
  AutoTokenizer,
  env,
  type ImageProcessor,
  InterruptableStoppingCriteria,
  LogitsProcessor,
  LogitsProcessorList,
  type PreTrainedModel,
  type PreTrainedTokenizer,
  RawImage,
  StoppingCriteria,
  StoppingCriteriaList,
  type Tensor,
} from '@huggingface/transformers';
import { Speech, type Message } from '../agent/dialects';
import { Matcher } from '../agent/grammar/matcher';
import { runtimePaths } from '../runtime/runtime-paths';
import type { Loaded, PolicyLoad, Reply, ReplyRequest, TextEngine, VerifiedFiles } from './protocol';
import { TokenMask } from '../agent/grammar/token-mask';

/** Chosen, not measured, as for the vision worker: phones mix fast and slow cores. */
const MAX_THREADS = 2;
/** Grammars whose masks are kept. */
const MOST_MASKS = 32;

/** Runs a model as ONNX: one that reads, for devices without usable WebGPU, and one that also looks at the photo. */
export class OnnxModel implements TextEngine {
  #model: PreTrainedModel | null = null;
  #eye: ImageProcessor | null = null;
  #tokenizer: PreTrainedTokenizer | null = null;
  readonly #interruption = new InterruptableStoppingCriteria();
  readonly #masks = new Map<string, TokenMask>();
  #texts: string[] = [];

  async load({ manifest, engine }: PolicyLoad, files: VerifiedFiles): Promise<Loaded> {
    const start = performance.now();
    const [{ onnx, sight }] = manifest.models;
    if (!onnx) throw new Error('this pack has nothing for transformers.js');
    const threads = globalThis.crossOriginIsolated ? Math.min(MAX_THREADS, navigator.hardwareConcurrency) : 1;
    await configure(files, threads);
    this.#tokenizer = await AutoTokenizer.from_pretrained(manifest.name);
    this.#texts = tokenTexts(this.#tokenizer);
    const onWebgpu = engine === 'webgpu';
    const options = { dtype: onnx.dtype as 'q4', device: onWebgpu ? 'webgpu' : 'wasm' } as const;
    if (sight) this.#eye = await AutoImageProcessor.from_pretrained(manifest.name);
    const kind = sight ? AutoModelForImageTextToText : AutoModelForCausalLM;
    this.#model = await kind.from_pretrained(manifest.name, options);
    return { milliseconds: performance.now() - start, device: onWebgpu ? 'WebGPU' : `wasm, ${threads} threads` };
  }

  async reply(request: ReplyRequest, onPiece: (piece: string) => boolean): Promise<Reply> {
    const start = performance.now();
    const { tokenizer, model } = this.#ready();
    const inputs = await this.#inputs(request, tokenizer);
    const promptTokens = inputs.input_ids.dims.at(-1) ?? 0;
    const mask = this.#mask(request, tokenizer);
    const writing = new Constrained(mask, promptTokens, onPiece);
    this.#interruption.reset();
    const processors = new LogitsProcessorList();
    processors.push(writing);
    const criteria = new StoppingCriteriaList();
    criteria.push(this.#interruption);
    criteria.push(new Finished(writing));
    await model.generate({
      ...inputs,
      max_new_tokens: request.maxTokens,
      do_sample: request.temperature > 0,
      temperature: request.temperature > 0 ? request.temperature : 1,
      top_k: 0,
      logits_processor: processors,
      stopping_criteria: criteria,
    });
    const { text, tokens } = writing;
    return { text, promptTokens, replyTokens: tokens, milliseconds: performance.now() - start };
  }

  stop(): void {
    this.#interruption.interrupt();
  }

  lost(): null {
    return null;
  }

  /** The conversation as tokens, with the picture's patches where the model sees and there is one. */
  async #inputs({ messages, picture }: ReplyRequest, tokenizer: PreTrainedTokenizer): Promise<Inputs> {
    const read = (given: readonly Message[]): Inputs => tokenizer(chatText(given), { add_special_tokens: false });
    if (!this.#eye || !picture) return read(messages);
    const { pixel_values, image_grid_thw } = (await this.#eye(pixelsOf(picture))) as Patches;
    const [time = 1n, height = 0n, width = 0n] = image_grid_thw.data as BigInt64Array;
    const places = Number(time * height * width) / (this.#eye.config as { merge_size: number }).merge_size ** 2;
    return { ...read(showing(messages, places)), pixel_values, image_grid_thw };
  }

  #ready(): { tokenizer: PreTrainedTokenizer; model: PreTrainedModel } {
    if (!this.#tokenizer || !this.#model) throw new Error('no model is loaded');
    return { tokenizer: this.#tokenizer, model: this.#model };
  }

  /** Situations repeat from run to run, and what may follow at each point of a reply is worth keeping; up to a point. */
  #mask({ dialect, style, scope }: ReplyRequest, tokenizer: PreTrainedTokenizer): TokenMask {
    const key = JSON.stringify([dialect, style, scope]);
    const known = this.#masks.get(key);
    if (known) return known;
    const end = tokenizer.encode('<|im_end|>', { add_special_tokens: false })[0] ?? 0;
    const mask = new TokenMask(new Matcher(new Speech(dialect, style).grammar(scope)), this.#texts, end);
    if (this.#masks.size >= MOST_MASKS) this.#masks.clear();
    this.#masks.set(key, mask);
    return mask;
  }
}

interface Inputs {
  input_ids: Tensor;
  pixel_values?: Tensor;
  image_grid_thw?: Tensor;
}

interface Patches {
  pixel_values: Tensor;
  image_grid_thw: Tensor;
}

/** The picture stands at the head of what the observer says, one token for each of its places. */
function showing(messages: readonly Message[], places: number): Message[] {
  const first = messages.findIndex(({ role }) => role === 'user');
  const image = `<|vision_start|>${'<|image_pad|>'.repeat(places)}<|vision_end|>`;
  return messages.map((message, index) =>
    index === first ? { ...message, content: `${image}${message.content}` } : message,
  );
}

function pixelsOf(picture: ImageBitmap): RawImage {
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('there is no canvas here');
  context.drawImage(picture, 0, 0);
  return new RawImage(context.getImageData(0, 0, width, height).data, width, height, 4).rgb();
}

/** ChatML, as the model was trained on. */
export function chatText(messages: readonly Message[]): string {
  const turns = messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`);
  return `${turns.join('')}<|im_start|>assistant\n`;
}

/** Leaves a sampler only the tokens that the grammar allows, and follows what was taken. */
class Constrained extends LogitsProcessor {
  text = '';
  tokens = 0;
  done = false;
  readonly #mask: TokenMask;
  readonly #promptTokens: number;
  readonly #onPiece: (piece: string) => boolean;
  #at;

  constructor(mask: TokenMask, promptTokens: number, onPiece: (piece: string) => boolean) {
    super();
    this.#mask = mask;
    this.#promptTokens = promptTokens;
    this.#onPiece = onPiece;
    this.#at = mask.start;
  }

  override _call(inputIds: bigint[][], logits: Tensor): Tensor {
    const ids = inputIds[0] ?? [];
    this.follow(ids);
    const scores = logits.data as Float32Array;
    const allowed = this.#mask.allowed(this.#at);
    for (let id = 0; id < scores.length; id++) if (allowed[id] !== 1) scores[id] = -Infinity;
    return logits;
  }

  /** Takes note of the tokens that were written since. */
  follow(ids: readonly bigint[] | readonly number[]): void {
    for (const id of ids.slice(this.#promptTokens + this.tokens)) {
      const token = Number(id);
      this.tokens += 1;
      if (token === this.#mask.end) {
        this.done = true;
        continue;
      }
      const piece = this.#mask.textOf(token);
      this.#at = this.#mask.advance(this.#at, token);
      this.text += piece;
      if (this.#onPiece(piece)) this.done = true;
    }
  }
}

class Finished extends StoppingCriteria {
  readonly #writing: Constrained;

  constructor(writing: Constrained) {
    super();
    this.#writing = writing;
  }

  override _call(inputIds: number[][]): boolean[] {
    this.#writing.follow(inputIds[0] ?? []);
    return inputIds.map(() => this.#writing.done);
  }
}

/** The text of each token; empty for those that have none alone (parts of a character, control tokens). */
function tokenTexts(tokenizer: PreTrainedTokenizer): string[] {
  const special = new Set(tokenizer.all_special_ids);
  const size = tokenizer.get_vocab().size;
  return Array.from({ length: size }, (_, id) =>
    special.has(id) ? '' : tokenizer.decode([id], { skip_special_tokens: false, clean_up_tokenization_spaces: false }),
  );
}

async function configure(files: VerifiedFiles, threads: number): Promise<void> {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  // A path, not an address: transformers.js takes an address for a remote model.
  env.localModelPath = '/policy/';
  // Only files whose hashes were checked can be had.
  env.fetch = (address) => {
    const path = String(address).split('/').slice(3).join('/');
    const bytes = files.get(path);
    return Promise.resolve(bytes ? new Response(bytes) : new Response(null, { status: 404 }));
  };
  const { wasm } = env.backends.onnx;
  if (!wasm) throw new Error('onnxruntime has no wasm here');
  wasm.wasmPaths = await runtimePaths('webgpu');
  wasm.numThreads = threads;
}
