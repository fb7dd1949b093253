import { inOrder, type SelectedSound } from './selection';

/**
 * The first seven are the columns that Raven itself writes, to the letter. "Begin File" and "File Offset (s)" are the
 * ones by which it finds a selection in a list of several files; the rest become annotation columns.
 */
const COLUMNS = [
  'Selection',
  'View',
  'Channel',
  'Begin Time (s)',
  'End Time (s)',
  'Low Freq (Hz)',
  'High Freq (Hz)',
  'Begin File',
  'File Offset (s)',
  'Species',
  'Common Name',
  'Probability',
  'Verdict',
] as const;

/** Raven reads a list of files as one long sound: times count on from one file to the next, in this order. */
export function ravenTable(sounds: readonly SelectedSound[]): string {
  const lines: string[] = [COLUMNS.join('\t')];
  let begun = 0;
  for (const sound of sounds) {
    for (const one of inOrder(sound.selections)) {
      const cells = [
        String(lines.length),
        'Spectrogram 1',
        '1',
        (begun + one.from).toFixed(3),
        (begun + one.to).toFixed(3),
        '0.0',
        sound.topHz.toFixed(1),
        sound.name,
        one.from.toFixed(3),
        one.scientificName,
        one.commonName,
        one.probability?.toFixed(3) ?? '',
        one.verdict,
      ];
      lines.push(cells.map(oneLine).join('\t'));
    }
    begun += sound.seconds;
  }
  return lines.join('\n') + '\n';
}

/** A tab or a line break inside a cell would shift every column behind it. */
function oneLine(cell: string): string {
  return cell.replace(/[\t\r\n]+/g, ' ');
}
