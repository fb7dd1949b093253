import * as v from 'valibot';

/** A pack that can be downloaded: what a person sees before any other server is contacted. */
const EntrySchema = v.object({
  name: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  title: v.string(),
  summary: v.string(),
  bytes: v.number(),
  licence: v.string(),
  nonCommercial: v.boolean(),
  /** Addresses of the manifest, best first; relative ones are the app's own. None: it cannot be fetched. */
  manifests: v.array(v.string()),
  /** How many species it knows by looks or by voice, for people who do not have it yet. */
  birds: v.optional(v.object({ role: v.picklist(['image', 'sound']), count: v.number() })),
});
export type CatalogueEntry = v.InferOutput<typeof EntrySchema>;

export const CatalogueSchema = v.object({
  format: v.literal(1),
  /** Every host that a file of these packs comes from. The server's content security policy allows these and no other. */
  hosts: v.array(v.pipe(v.string(), v.regex(/^[a-z0-9.-]+$/))),
  packs: v.array(EntrySchema),
});
export type Catalogue = v.InferOutput<typeof CatalogueSchema>;

const EMPTY: Catalogue = { format: 1, hosts: [], packs: [] };

/** The packs that this app offers. A list that cannot be read offers none; packs from files still work. */
export async function readCatalogue(): Promise<Catalogue> {
  try {
    const response = await fetch(new URL('catalogue.json', document.baseURI));
    return v.parse(CatalogueSchema, await response.json());
  } catch {
    return EMPTY;
  }
}
