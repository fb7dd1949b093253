import type { DialectName, Message, Scope, Style } from '../agent/dialects';
import type { Result } from '../domain/result';
import type { HoldsLock } from '../runtime/worker-bridge';
import type { Engine, PolicyManifest } from './manifest';

/** What crosses between the page and the policy worker. Results are values: an error would lose its code on the way. */

export const POLICY_ERROR_CODES = [
  'engine_unavailable',
  'pack_unusable',
  'device_lost',
  'out_of_memory',
  'prompt_too_long',
  'not_trained_for',
  'going_in_circles',
  'engine_failed',
  'worker_lost',
  'timed_out',
  'cancelled',
] as const;
export type PolicyErrorCode = (typeof POLICY_ERROR_CODES)[number];

export interface PolicyProblem {
  code: PolicyErrorCode;
  message: string;
}
export type PolicyResult<T> = Result<T, PolicyProblem>;

export interface PolicyLoad {
  /** Where the pack's files are: an address that ends in a slash. */
  base: string;
  manifest: PolicyManifest;
  engine: Engine;
}

export interface Loaded {
  milliseconds: number;
  /** What it runs on, for people: `WebGPU, half precision`, `wasm, 2 threads`. */
  device: string;
}

export interface ReplyRequest {
  messages: Message[];
  dialect: DialectName;
  style: Style;
  /** What a reply may name in this situation. Without it, a reply only has to be well formed. */
  scope?: Scope;
  maxTokens: number;
  /** 0 takes the likeliest token every time. */
  temperature: number;
  /** What a model that sees looks at. */
  picture?: ImageBitmap | null;
}

export interface Reply {
  text: string;
  promptTokens: number;
  replyTokens: number;
  milliseconds: number;
}

export interface PolicyApi extends HoldsLock {
  load(request: PolicyLoad, onBytes: (done: number, total: number) => void): Promise<PolicyResult<Loaded>>;
  reply(request: ReplyRequest, onPiece: (piece: string) => void): Promise<PolicyResult<Reply>>;
  /** Ends the reply that is being written; it comes back as far as it got. */
  stop(): void;
}

export function policyProblem(code: PolicyErrorCode, message: string): PolicyResult<never> & { ok: false } {
  return { ok: false, problem: { code, message } };
}

/** Bytes of a pack whose hashes have been checked, by path. */
export type VerifiedFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** A loaded language model inside the policy worker. */
export interface TextEngine {
  load(request: PolicyLoad, files: VerifiedFiles): Promise<Loaded>;
  /** Passes on each piece as it is written, and ends when `onPiece` returns true. */
  reply(request: ReplyRequest, onPiece: (piece: string) => boolean): Promise<Reply>;
  stop(): void;
  /** Why it cannot go on, where the device was taken away. */
  lost(): string | null;
}
