import { afterAll, beforeAll, vi } from 'vitest';
import type { PolicyApi, PolicyLoad, PolicyResult, Reply, ReplyRequest } from '../policies/protocol';
import type { PolicyManifest } from '../policies/manifest';
import { workerHere } from './worker-here';

const LICENCE = { id: 'Apache-2.0', name: 'Apache 2.0', url: 'https://example.org', nonCommercial: false, note: '' };

export const POLICY_MANIFEST: PolicyManifest = {
  format: 1,
  name: 'tiny-policy',
  version: '1',
  title: 'Tiny policy',
  summary: '',
  licence: LICENCE,
  files: [],
  models: [
    {
      role: 'policy',
      family: 'qwen3',
      dialect: 'hermes',
      style: 'compact',
      contextTokens: 1024,
      media: ['photo', 'sound'],
      golden: 'golden.json',
      licence: LICENCE,
      card: { title: '', source: '', summary: '', figures: [] },
    },
  ],
};
export const POLICY_LOAD: PolicyLoad = { base: '/', manifest: POLICY_MANIFEST, engine: 'webllm' };

/** What a worker does when it is asked; a number of characters says how long its conversation is. */
export type Answer = (request: ReplyRequest, worker: number) => Promise<PolicyResult<Reply>> | PolicyResult<Reply>;

export function said(text: string, promptTokens = 40, replyTokens = 20): PolicyResult<Reply> {
  return { ok: true, value: { text, promptTokens, replyTokens, milliseconds: 1 } };
}

/** Policy workers that live in this process. */
export class PolicyWorkshop {
  begun = 0;
  ended = 0;
  answer: Answer = () => said('<answer>species</answer>');
  /** A piece that comes after the reply, as the last of a busy device may. */
  straggler: string | null = null;
  /** Settles when a model is loaded. */
  loading: Promise<unknown> = Promise.resolve();
  readonly #workers: Worker[] = [];

  readonly create = (): Worker => {
    const number = ++this.begun;
    const api: PolicyApi = {
      holdLock: () => new Promise(() => undefined),
      load: async () => {
        await this.loading;
        return { ok: true, value: { milliseconds: 1, device: 'test' } };
      },
      reply: async (request, onPiece) => {
        const answer = await this.answer(request, number);
        if (answer.ok) onPiece(answer.value.text);
        const { straggler } = this;
        if (straggler !== null) setTimeout(() => onPiece(straggler), 5);
        return answer;
      },
      stop: () => undefined,
    };
    const worker = workerHere(api, () => (this.ended += 1));
    this.#workers.push(worker);
    return worker;
  };

  /** The worker dies as one does whose memory runs out. */
  kill(): void {
    this.#workers.at(-1)?.dispatchEvent(new Event('error'));
  }
}

/** Node 20 has neither a navigator nor locks; the deaths that those would tell of are reported by the fake workers. */
export function withoutLocks(): void {
  beforeAll(() => {
    vi.stubGlobal('navigator', {});
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });
}
