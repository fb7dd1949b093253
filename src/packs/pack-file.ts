import * as v from 'valibot';
import { sha256Of } from './sha256';

/** A path inside the pack: relative, forward slashes, no way out. */
export const PathSchema = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/, 'a relative path inside the pack'),
);

/** A public address, without a user name or a password. */
export const AddressSchema = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.url(),
  v.startsWith('https://'),
  v.check((address) => {
    if (!URL.canParse(address)) return false;
    const { username, password } = new URL(address);
    return username === '' && password === '';
  }, 'an address without a name and a password'),
);

/** A policy of 4 billion parameters has shards well under this; nothing that runs in a browser is larger. */
const LARGEST_FILE = 4 * 2 ** 30;

/**
 * How much is verified and stored at a time, and so the most that a killed tab may have to download twice. Part of the
 * format of packs: a manifest's `chunks` are of this length. Measured in Chromium: a digest costs 0.7 ms a megabyte of up to
 * 896 KiB at a time and 1.3 ms of more, because the browser copies what it digests and large copies are fresh pages.
 */
export const CHUNK_BYTES = 512 * 1024;

const Sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'a sha256 in lower-case hex'));

export const FileSchema = v.pipe(
  v.object({
    path: PathSchema,
    bytes: v.pipe(v.number(), v.integer(), v.gtValue(0), v.maxValue(LARGEST_FILE)),
    sha256: Sha256Schema,
    /**
     * The sha256 of each 512 KiB and of what is left after the last, so that every chunk proves itself as it arrives and
     * whenever it is read. A file of one chunk needs none.
     */
    chunks: v.optional(v.array(Sha256Schema)),
    /** Where the same bytes can be had, best first; without any the file lies beside the manifest. */
    addresses: v.optional(v.pipe(v.array(AddressSchema), v.maxLength(8))),
  }),
  v.check(
    ({ bytes, chunks }) => (chunks?.length ?? 1) === Math.ceil(bytes / CHUNK_BYTES),
    'one sha256 for every 512 KiB under chunks (npm run pack:fill writes them)',
  ),
);
export type PackFile = v.InferOutput<typeof FileSchema>;

/** The sha256 of each chunk. */
export function chunkPins({ sha256, chunks }: PackFile): readonly string[] {
  return chunks ?? [sha256];
}

/**
 * The name of a file's bytes in the store: the hash of exactly what verified them. A manifest whose
 * chunks are not those of its sha256 so cannot put its bytes where another pack looks for that sha256.
 */
export async function contentName({ sha256, chunks }: PackFile): Promise<string> {
  return chunks ? sha256Of(new TextEncoder().encode(chunks.join(' '))) : sha256;
}
