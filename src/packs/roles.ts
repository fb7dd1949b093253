import type { Manifest, Model, Role } from './manifest';

/** A pack whose manifest has been read and checked. */
export interface OpenedPack {
  /** Where its files are: an address that ends in a slash. */
  base: string;
  manifest: Manifest;
}

export type ModelOf<R extends Role> = Extract<Model, { role: R }>;

/** A model together with the pack that it comes from. */
export interface PlacedModel<M extends Model = Model, P = OpenedPack> {
  pack: P;
  model: M;
}

/** How packs are combined: they are in order of preference, and the first pack with a model for a role wins. */
export function findModel<R extends Role, P extends Pick<OpenedPack, 'manifest'>>(
  packs: readonly P[],
  role: R,
): PlacedModel<ModelOf<R>, P> | undefined {
  for (const pack of packs) {
    const model = pack.manifest.models.find((candidate): candidate is ModelOf<R> => candidate.role === role);
    if (model) return { pack, model };
  }
  return undefined;
}

/** The models in use: one a role, in the order of the packs. */
export function modelsInUse(packs: readonly OpenedPack[]): PlacedModel[] {
  const all = packs.flatMap((pack) => pack.manifest.models.map((model) => ({ pack, model })));
  return all.filter(({ pack, model }) => findModel(packs, model.role)?.pack === pack);
}

/** The sha256 that a pack pins for a model's file. */
export function modelHash({ pack, model }: PlacedModel): string {
  return pack.manifest.files.find((file) => file.path === model.file)?.sha256 ?? '';
}
