import type { TaxonId, Taxonomy } from '../domain/taxonomy';
import { packProblem, type PackResult } from './errors';
import type { Labels } from './manifest';

/** What one output of a model stands for: a species, no bird at all, or something that is left out. */
export type LabelTaxon = TaxonId | 'no_bird' | 'ignored';

/** Gives every line of a label file its taxon, or names the first label that the taxonomy does not know. */
export function resolveLabels(text: string, labels: Labels, taxonomy: Taxonomy): PackResult<LabelTaxon[]> {
  const resolved: LabelTaxon[] = [];
  for (const line of text.trimEnd().split(/\r?\n/)) {
    const name = scientificName(line, labels.format);
    const taxon = labels.none.includes(name) ? 'no_bird' : taxonomy.find(name)?.id;
    if (taxon === undefined && !labels.skipUnknown) {
      const message = `${labels.file} names "${name}" (line ${resolved.length + 1}), which the taxonomy does not know.`;
      return { ok: false, problem: packProblem('labels_unknown', message, labels.file) };
    }
    resolved.push(taxon ?? 'ignored');
  }
  return { ok: true, value: resolved };
}

function scientificName(line: string, format: Labels['format']): string {
  switch (format) {
    case 'scientific':
      return line.trim();
    case 'scientific (common)':
      return line.replace(/\s*\(.*$/, '').trim();
    case 'tsv-scientific-in-column-2':
      return (line.split('\t')[1] ?? '').trim();
  }
}
