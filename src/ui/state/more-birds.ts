import type { Goldcrest } from '../../app/goldcrest';
import type { Catalogue, CatalogueEntry } from '../../packs/catalogue';
import { findModel } from '../../packs/roles';

type Sense = NonNullable<CatalogueEntry['birds']>['role'];

/** A pack that knows more birds than the models in use, and how many. */
export interface MoreBirds {
  entry: CatalogueEntry;
  role: Sense;
  birds: number;
  known: number;
  /** Whether the files are on another host than the app. */
  elsewhere: boolean;
}

/** Packs for one sense that can be downloaded and know more birds than the models in use. */
export function moreBirds(catalogue: Catalogue, app: Goldcrest, role: Sense, known: number): MoreBirds[] {
  const here = new Set(app.available.map(({ manifest }) => manifest.name));
  return catalogue.packs.flatMap((entry) => {
    const { birds } = entry;
    const offered = birds?.role === role && birds.count > known && entry.manifests.length > 0 && !here.has(entry.name);
    return offered ? { entry, role, birds: birds.count, known, elsewhere: catalogue.hosts.length > 0 } : [];
  });
}

/**
 * How many species the models in use know by this sense. A name that a model was only told of counts for nothing: it is seldom
 * right, and would hide a pack that has seen the bird.
 */
export async function knownBirds(app: Goldcrest, role: Sense): Promise<number> {
  const fromExamples = findModel(app.packs, role)?.model.labels.fromExamples;
  if (fromExamples !== undefined) return fromExamples;
  const sounds = role === 'sound' ? await app.soundLabels() : null;
  const labels = sounds ? (sounds.ok ? sounds.value : []) : app.imageLabels;
  return new Set(labels.filter((label) => app.taxonomy.get(label as never)?.rank === 'species')).size;
}
