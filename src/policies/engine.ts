import type { Loaded, PolicyLoad, Reply, ReplyRequest } from './protocol';

/** Bytes of a pack whose hashes have been checked, by path. */
export type VerifiedFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** A language model that can be talked to, inside the policy worker. */
export interface TextEngine {
  load(request: PolicyLoad, files: VerifiedFiles): Promise<Loaded>;
  /** Hands on each piece as it is written and ends where that answers true. */
  reply(request: ReplyRequest, onPiece: (piece: string) => boolean): Promise<Reply>;
  stop(): void;
  /** Why it cannot go on, where the device was taken away. */
  lost(): string | null;
}
