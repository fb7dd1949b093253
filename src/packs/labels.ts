import { SOUND_CLASSES, type SoundClass } from '../domain/tools/classify_sound';
import type { TaxonId, Taxonomy } from '../domain/taxonomy';
import { packProblem, type PackResult } from './errors';
import type { Labels } from './model-parts';
import type { SoundLabels } from './families/classifier/sound-schema';

/** What one output of a model stands for: a species, no bird at all, or something that is left out. */
export type LabelTaxon = TaxonId | 'no_bird' | 'ignored';

/** What one output of a sound model stands for: a species, or something else that sounds. */
export type SoundLabel = TaxonId | SoundClass;

/** Gives every line of a label file its taxon, or names the first label that the taxonomy does not know. */
export function resolveLabels(text: string, labels: Labels, taxonomy: Taxonomy): PackResult<LabelTaxon[]> {
  const resolved: LabelTaxon[] = [];
  for (const line of text.trimEnd().split(/\r?\n/)) {
    const name = scientificName(line, labels.format);
    const taxon = labels.none.includes(name) ? 'no_bird' : taxonomy.find(name)?.id;
    if (taxon === undefined && !labels.skipUnknown) {
      const message = `${labels.file} names "${name}" (line ${resolved.length + 1}), which is not in the taxonomy.`;
      return { ok: false, problem: packProblem('labels_unknown', message, labels.file) };
    }
    resolved.push(taxon ?? 'ignored');
  }
  return { ok: true, value: resolved };
}

/** The same for a sound model. A name outside the taxonomy is another animal, where the manifest lets it pass. */
export function resolveSoundLabels(text: string, labels: SoundLabels, taxonomy: Taxonomy): PackResult<SoundLabel[]> {
  const kinds = new Map(SOUND_CLASSES.flatMap((kind) => labels.classes[kind].map((name) => [name, kind] as const)));
  const none = [...labels.none, ...kinds.keys()];
  const resolved = resolveLabels(text, { ...labels, none }, taxonomy);
  if (!resolved.ok) return resolved;
  const lines = text.trimEnd().split(/\r?\n/);
  const value = resolved.value.map((taxon, line): SoundLabel => {
    if (taxon === 'ignored') return 'other_animal';
    return taxon === 'no_bird' ? (kinds.get(scientificName(lines[line]!, labels.format)) ?? 'noise') : taxon;
  });
  return { ok: true, value };
}

function scientificName(line: string, format: Labels['format']): string {
  switch (format) {
    case 'scientific':
      return line.trim();
    case 'scientific (common)':
      return line.replace(/\s*\(.*$/, '').trim();
    case 'scientific_common':
      return (line.split('_')[0] ?? '').trim();
    case 'tsv-scientific-in-column-2':
      return (line.split('\t')[1] ?? '').trim();
  }
}
