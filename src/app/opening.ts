import { Traits } from '../domain/questions/traits';
import { Taxonomy } from '../domain/taxonomy';
import { arrange, type PackChoices } from '../packs/choices';
import { packProblem, type PackResult } from '../packs/errors';
import { resolveLabels, resolveSoundLabels, type LabelTaxon, type SoundLabel } from '../packs/labels';
import { readFile, readManifest } from '../packs/read';
import { modelsInUse, type OpenedPack } from '../packs/roles';
import { inSlices, nextTask } from '../domain/slices';

/** What the app reads before it can do anything: manifests, labels and the table of names. */

export interface ReadablePacks {
  /** With all their models. */
  available: OpenedPack[];
  /** With the models that they may use. */
  packs: OpenedPack[];
  labels: LabelsByRole;
}

/**
 * The packs with the labels that a photo needs; those for sounds are read with the first sound. A pack that cannot be read is
 * left out, unless it is the last: that one fills every role that no other fills.
 */
export async function readableOf(
  stored: readonly OpenedPack[],
  own: readonly OpenedPack[],
  choices: PackChoices,
  taxonomy: Taxonomy,
): Promise<PackResult<ReadablePacks>> {
  const good: OpenedPack[] = [];
  for (const pack of stored) if ((await readLabels([pack], taxonomy)).ok) good.push(pack);
  for (const pack of own.slice(0, -1)) if ((await readLabels([pack], taxonomy, FOR_PHOTOS)).ok) good.push(pack);
  const available = [...good, ...own.slice(-1)];
  const packs = arrange(available, choices);
  const labels = await readLabels(packs, taxonomy, FOR_PHOTOS);
  return labels.ok ? { ok: true, value: { available, packs, labels: labels.value } } : labels;
}

export async function readTaxonomy(): Promise<PackResult<Taxonomy>> {
  try {
    const [table, synonyms] = await Promise.all(
      ['taxonomy/taxonomy.json', 'taxonomy/synonyms.json'].map(async (path) => {
        const response = await fetch(new URL(path, document.baseURI));
        return (await response.json()) as unknown;
      }),
    );
    return { ok: true, value: await inSlices(Taxonomy.build(table, synonyms)) };
  } catch {
    const message = 'The table of bird names could not be read. Check the connection, then reload.';
    return { ok: false, problem: packProblem('pack_unreachable', message) };
  }
}

/** Facts about birds; null if they cannot be read, and then nothing is asked. */
export async function readTraits(taxonomy: Taxonomy): Promise<Traits | null> {
  try {
    const response = await fetch(new URL('taxonomy/traits.json', document.baseURI));
    return Traits.fromTable(await response.json(), taxonomy);
  } catch {
    return null;
  }
}

/**
 * The packs that come with the app, by name. If one is not available, those after it take its place; without the last,
 * which fills every remaining role, the app cannot start.
 */
export async function openPacks(names: readonly string[]): Promise<PackResult<OpenedPack[]>> {
  const opened = await Promise.all(names.map(openPack));
  const last = opened.at(-1);
  if (last?.ok === false) return last;
  return { ok: true, value: opened.flatMap((one) => (one.ok ? one.value : [])) };
}

async function openPack(name: string): Promise<PackResult<OpenedPack>> {
  const base = new URL(`packs/${name}/`, document.baseURI).href;
  const manifest = await readManifest(base);
  return manifest.ok ? { ok: true, value: { base, manifest: manifest.value } } : manifest;
}

export interface LabelsByRole {
  image?: LabelTaxon[];
  geo?: LabelTaxon[];
  sound?: SoundLabel[];
}

type LabelledRole = keyof LabelsByRole;
const LABELLED: readonly LabelledRole[] = ['image', 'geo', 'sound'];
const FOR_PHOTOS: readonly LabelledRole[] = ['image', 'geo'];

export async function readLabels(
  packs: readonly OpenedPack[],
  taxonomy: Taxonomy,
  roles: readonly LabelledRole[] = LABELLED,
): Promise<PackResult<LabelsByRole>> {
  const byRole: LabelsByRole = {};
  for (const { pack, model } of modelsInUse(packs)) {
    if (model.role === 'detector' || !roles.includes(model.role)) continue;
    const bytes = await readFile(pack.base, pack.manifest, model.labels.file);
    if (!bytes.ok) return bytes;
    const text = new TextDecoder().decode(bytes.value);
    // Thousands of labels: each table gets a task of its own.
    await nextTask();
    if (model.role === 'sound') {
      const labels = resolveSoundLabels(text, model.labels, taxonomy);
      if (!labels.ok) return labels;
      byRole.sound = labels.value;
    } else {
      const labels = resolveLabels(text, model.labels, taxonomy);
      if (!labels.ok) return labels;
      byRole[model.role] = labels.value;
    }
  }
  return { ok: true, value: byRole };
}

/** What each output of the sound model stands for; none where there is no such model. */
export async function readSoundLabels(
  packs: readonly OpenedPack[],
  taxonomy: Taxonomy,
): Promise<PackResult<readonly SoundLabel[]>> {
  const labels = await readLabels(packs, taxonomy, ['sound']);
  return labels.ok ? { ok: true, value: labels.value.sound ?? [] } : labels;
}
