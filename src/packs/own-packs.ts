import * as v from 'valibot';
import { packProblem, type PackResult } from './errors';

/** Where a site says which packs come with the app, below the folder that the app lies in. */
export const OWN_PACKS_PATH = 'packs/index.json';

const OwnPackSchema = v.object({
  /** Its folder under packs/. */
  name: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  /** Its models come when one of them is first used, or with everything else for the field; otherwise with the app. */
  whenUsed: v.optional(v.boolean(), false),
});
export type OwnPack = v.InferOutput<typeof OwnPackSchema>;

const OwnPacksSchema = v.object({
  format: v.literal(1),
  /** The better ones first; the last one fills every role that is left. */
  packs: v.pipe(v.array(OwnPackSchema), v.minLength(1)),
});

/** The packs that come with the app at this address, the folder that it lies in. An installed app gets the list that it last had, and a newer one the next time. */
export async function readOwnPacks(base: string): Promise<PackResult<OwnPack[]>> {
  try {
    const response = await fetch(new URL(OWN_PACKS_PATH, base), { cache: 'no-cache' });
    return { ok: true, value: v.parse(OwnPacksSchema, await response.json()).packs };
  } catch {
    const message = 'The list of models could not be read. Check the connection, then reload.';
    return { ok: false, problem: packProblem('pack_unreachable', message) };
  }
}
