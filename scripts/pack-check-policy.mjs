/** What `npm run pack:check` finds wrong with a pack that holds a language model. The same rules as in the app. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';

/** @typedef {import('../src/policies/manifest').PolicyModel} PolicyModel */
/** @typedef {{ num_key_value_heads: number, head_dim: number }} Shape */
/** @typedef {{ prompts: { prompt: number[], ids: number[] }[] }} Golden */

/** Replies that are tried: each takes seconds for a model that is not tiny. */
const TRIED = 3;

/** Whether a manifest is of a language model; what it is otherwise, another check says. @param {unknown} manifest */
export function isPolicy(manifest) {
  const { models } = /** @type {{ models?: unknown }} */ (manifest ?? {});
  if (!Array.isArray(models)) return false;
  const [first] = /** @type {({ role?: unknown } | null | undefined)[]} */ (models);
  return first?.role === 'policy';
}

/**
 * @param {string} folder
 * @param {string} path
 * @param {string[]} wrong is told where it is no JSON
 * @returns {unknown}
 */
function readJson(folder, path, wrong) {
  try {
    return JSON.parse(readFileSync(join(folder, path), 'utf8'));
  } catch {
    wrong.push(`${path} is not JSON.`);
    return null;
  }
}

/** @param {string} folder @param {PolicyModel} model @returns {string[]} */
function wrongForWebllm(folder, { webllm }) {
  if (!webllm) return [];
  /** @type {string[]} */
  const wrong = [];
  for (const path of new Set(Object.values(webllm.library).filter((one) => one !== undefined))) {
    const file = join(folder, path);
    if (existsSync(file) && !WebAssembly.validate(readFileSync(file)))
      wrong.push(`${path} is not a WebAssembly module.`);
  }
  const config = readJson(folder, webllm.config, wrong);
  const stops = /** @type {{ conv_template?: { stop_token_ids?: unknown } } | null} */ (config)?.conv_template;
  if (config !== null && !Array.isArray(stops?.stop_token_ids))
    wrong.push(`${webllm.config} does not say at which tokens a reply ends (conv_template.stop_token_ids).`);
  const cache = webllm.files.find((path) => path.endsWith('tensor-cache.json'));
  if (cache === undefined) return [...wrong, 'No tensor-cache.json is among the files for web-llm.'];
  const { records = [] } = /** @type {{ records?: { dataPath: string }[] }} */ (readJson(folder, cache, wrong) ?? {});
  const beside = cache.slice(0, -'tensor-cache.json'.length);
  for (const { dataPath } of records) {
    if (!webllm.files.includes(beside + dataPath))
      wrong.push(`${cache} names ${dataPath}, which is not among the files for web-llm.`);
  }
  return wrong;
}

/** @param {number[]} values */
function integers(values) {
  return new Tensor(
    'int64',
    BigInt64Array.from(values, (value) => BigInt(value)),
    [1, values.length],
  );
}

/**
 * The likeliest tokens after a prompt, as many as told.
 * @param {InferenceSession} session @param {number[]} prompt @param {number} count @param {Shape} shape
 */
async function continued(session, prompt, count, shape) {
  const pasts = session.inputNames.filter((name) => name.startsWith('past'));
  const nothing = () => new Tensor('float32', [], [1, shape.num_key_value_heads, 0, shape.head_dim]);
  let past = Object.fromEntries(pasts.map((name) => [name, /** @type {Tensor} */ (nothing())]));
  /** @type {number[]} */
  const said = [];
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
    const last = /** @type {Float32Array} */ (logits.data).slice(-(logits.dims[2] ?? 0));
    said.push(last.reduce((top, value, token) => (value > (last[top] ?? -Infinity) ? token : top), 0));
    past = Object.fromEntries(
      pasts.map((name) => [name, /** @type {Tensor} */ (outputs[name.replace('past_key_values', 'present')])]),
    );
    [next, seen] = [said.slice(-1), after];
  }
  return said;
}

/** Has the network reply to golden prompts. @param {string} folder @param {PolicyModel} model @returns {Promise<string[]>} */
async function wrongReplies(folder, { onnx, golden, sight }) {
  // A model that sees is several networks, and its golden replies are the recipe's business.
  if (!onnx || sight || ![onnx.file, golden].every((path) => existsSync(join(folder, path)))) return [];
  /** @type {string[]} */
  const wrong = [];
  const { prompts } = /** @type {Partial<Golden>} */ (readJson(folder, golden, wrong) ?? {});
  const shape = /** @type {Shape | null} */ (readJson(folder, 'config.json', wrong));
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

/** @param {string} folder @param {PolicyModel} model */
export async function wrongPolicy(folder, model) {
  const nothing =
    model.webllm || model.onnx
      ? []
      : ['The model has nothing for web-llm and nothing for transformers.js: it cannot run.'];
  return [...nothing, ...wrongForWebllm(folder, model), ...(await wrongReplies(folder, model))];
}
