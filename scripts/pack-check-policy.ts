/** What `npm run pack:check` finds wrong with a pack that holds a language model. The same rules as in the app. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import type { PolicyModel } from '../src/policies/manifest';

interface Shape {
  num_key_value_heads: number;
  head_dim: number;
}
interface Golden {
  prompts: { prompt: number[]; ids: number[] }[];
}

/** Replies that are tried: each takes seconds for a model that is not tiny. */
const TRIED = 3;

/** Whether a manifest is of a language model; what it is otherwise, another check says. */
export function isPolicy(manifest: unknown) {
  const { models } = (manifest ?? {}) as { models?: unknown };
  if (!Array.isArray(models)) return false;
  const [first] = models as ({ role?: unknown } | null | undefined)[];
  return first?.role === 'policy';
}

/** @param wrong is told where it is no JSON */
function readJson(folder: string, path: string, wrong: string[]): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, path), 'utf8'));
  } catch {
    wrong.push(`${path} is not JSON.`);
    return null;
  }
}

function wrongForWebllm(folder: string, { webllm }: PolicyModel): string[] {
  if (!webllm) return [];
  const wrong: string[] = [];
  for (const path of new Set(Object.values(webllm.library).filter((one) => one !== undefined))) {
    const file = join(folder, path);
    if (existsSync(file) && !WebAssembly.validate(readFileSync(file)))
      wrong.push(`${path} is not a WebAssembly module.`);
  }
  const config = readJson(folder, webllm.config, wrong);
  const stops = (config as { conv_template?: { stop_token_ids?: unknown } } | null)?.conv_template;
  if (config !== null && !Array.isArray(stops?.stop_token_ids))
    wrong.push(`${webllm.config} does not say at which tokens a reply ends (conv_template.stop_token_ids).`);
  const cache = webllm.files.find((path) => path.endsWith('tensor-cache.json'));
  if (cache === undefined) return [...wrong, 'No tensor-cache.json is among the files for web-llm.'];
  const { records = [] } = (readJson(folder, cache, wrong) ?? {}) as { records?: { dataPath: string }[] };
  const beside = cache.slice(0, -'tensor-cache.json'.length);
  for (const { dataPath } of records) {
    if (!webllm.files.includes(beside + dataPath))
      wrong.push(`${cache} names ${dataPath}, which is not among the files for web-llm.`);
  }
  return wrong;
}

function integers(values: number[]) {
  return new Tensor(
    'int64',
    BigInt64Array.from(values, (value) => BigInt(value)),
    [1, values.length],
  );
}

/** The likeliest tokens after a prompt, as many as told. */
async function continued(session: InferenceSession, prompt: number[], count: number, shape: Shape) {
  const pasts = session.inputNames.filter((name) => name.startsWith('past'));
  const nothing = () => new Tensor('float32', [], [1, shape.num_key_value_heads, 0, shape.head_dim]);
  let past = Object.fromEntries(pasts.map((name) => [name, nothing() as Tensor]));
  const said: number[] = [];
  for (let next = prompt, seen = 0; said.length < count;) {
    const after = seen + next.length;
    const outputs = await session.run({
      input_ids: integers(next),
      attention_mask: integers(Array.from({ length: after }, () => 1)),
      position_ids: integers(next.map((_, place) => seen + place)),
      ...past,
    });
    const { logits } = outputs;
    if (!logits) throw new Error('it has no output "logits"');
    const last = (logits.data as Float32Array).slice(-(logits.dims[2] ?? 0));
    said.push(last.reduce((top, value, token) => (value > (last[top] ?? -Infinity) ? token : top), 0));
    past = Object.fromEntries(pasts.map((name) => [name, outputs[name.replace('past_key_values', 'present')]!]));
    [next, seen] = [said.slice(-1), after];
  }
  return said;
}

/** Has the network reply to golden prompts. */
async function wrongReplies(folder: string, { onnx, golden, sight }: PolicyModel): Promise<string[]> {
  // A model that sees is several networks, and its golden replies are the recipe's business.
  if (!onnx || sight || ![onnx.file, golden].every((path) => existsSync(join(folder, path)))) return [];
  const wrong: string[] = [];
  const { prompts } = (readJson(folder, golden, wrong) ?? {}) as Partial<Golden>;
  const shape = readJson(folder, 'config.json', wrong) as Shape | null;
  if (wrong.length) return wrong;
  if (!Array.isArray(prompts) || prompts.length === 0 || !shape)
    return [`${golden} has no prompts with their replies.`];
  env.wasm.numThreads = 1;
  try {
    const session = await InferenceSession.create(readFileSync(join(folder, onnx.file)), {
      executionProviders: ['wasm'],
    });
    for (const [number, { prompt, ids }] of prompts.slice(0, TRIED).entries()) {
      const said = await continued(session, prompt, ids.length, shape);
      const same = said.filter((token, place) => token === ids[place]).length;
      if (same < ids.length)
        wrong.push(`${onnx.file} says ${same} of ${ids.length} tokens of golden reply ${number + 1} as it should.`);
    }
    await session.release();
  } catch (error) {
    wrong.push(`${onnx.file} could not be run: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return wrong;
}

export async function wrongPolicy(folder: string, model: PolicyModel) {
  const nothing =
    model.webllm || model.onnx
      ? []
      : ['The model has nothing for web-llm and nothing for transformers.js: it cannot run.'];
  return [...nothing, ...wrongForWebllm(folder, model), ...(await wrongReplies(folder, model))];
}
