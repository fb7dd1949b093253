import { sayer, type ExportRecord } from './records';
import type { MediaRegion } from './regions';
import type { SelectedSound } from './selection';

/**
 * The kept recordings of an observation with the times at which its bird is heard. Where nobody marked any, as after a
 * correction to a bird that the app had not heard, the whole recording is one selection.
 */
export function selectedSounds(
  record: ExportRecord,
  regions: readonly MediaRegion[],
  topFrequency: (sampleRate: number) => number,
): SelectedSound[] {
  const { observation, scientificName, commonName, standing } = record;
  const open = standing.status === 'open';
  return observation.observation.sounds
    .filter(({ ref }) => observation.media.some((medium) => medium.ref === ref))
    .map(({ ref, name, seconds, sampleRate }) => {
      const heard = regions.flatMap((part) => (part.ref === ref && 'from' in part ? [part] : []));
      return {
        name,
        seconds,
        topHz: topFrequency(sampleRate),
        selections: (heard.length > 0 ? heard : [{ from: 0, to: seconds }]).map(({ from, to }) => ({
          from,
          to,
          scientificName,
          commonName: commonName ?? '',
          probability: open ? (standing.by?.machine?.probability ?? null) : null,
          verdict: open
            ? (standing.by?.machine?.grain ?? '')
            : `${standing.status} by ${standing.by ? sayer(standing.by) : ''}`,
        })),
      };
    });
}
