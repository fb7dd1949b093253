import { Taxonomy } from '../domain/taxonomy';
import { arrange, type PackChoices } from '../packs/choices';
import { packProblem, type PackResult } from '../packs/errors';
import { resolveLabels, resolveSoundLabels, type LabelTaxon, type SoundLabel } from '../packs/labels';
import { readFile, readManifest } from '../packs/read';
import { modelsInUse, type OpenedPack } from '../packs/roles';
import { inSlices, nextTask } from '../domain/slices';

/** What the app reads before it can do anything: manifests, labels and the table of names. */

export interface ReadablePacks {
  /** With everything they can do. */
  available: OpenedPack[];
  /** With what they may do. */
  packs: OpenedPack[];
  labels: LabelsByRole;
}

/** The packs with their labels. One that the user keeps and that cannot be read is left out: the app's own still works. */
export async function readableOf(
  stored: readonly OpenedPack[],
  own: readonly OpenedPack[],
  choices: PackChoices,
  taxonomy: Taxonomy,
): Promise<PackResult<ReadablePacks>> {
  const good: OpenedPack[] = [];
  for (const pack of stored) if ((await readLabels([pack], taxonomy)).ok) good.push(pack);
  const available = [...good, ...own];
  const packs = arrange(available, choices);
  const labels = await readLabels(packs, taxonomy);
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

export async function openPacks(names: readonly string[]): Promise<PackResult<OpenedPack[]>> {
  const opened: OpenedPack[] = [];
  for (const name of names) {
    const base = new URL(`packs/${name}/`, document.baseURI).href;
    const manifest = await readManifest(base);
    if (!manifest.ok) return manifest;
    opened.push({ base, manifest: manifest.value });
  }
  return { ok: true, value: opened };
}

export interface LabelsByRole {
  image?: LabelTaxon[];
  geo?: LabelTaxon[];
  sound?: SoundLabel[];
}

export async function readLabels(packs: readonly OpenedPack[], taxonomy: Taxonomy): Promise<PackResult<LabelsByRole>> {
  const byRole: LabelsByRole = {};
  for (const { pack, model } of modelsInUse(packs)) {
    if (model.role === 'detector') continue;
    const bytes = await readFile(pack.base, pack.manifest, model.labels.file);
    if (!bytes.ok) return bytes;
    const text = new TextDecoder().decode(bytes.value);
    // Thousands of labels: a task of their own for each table.
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
