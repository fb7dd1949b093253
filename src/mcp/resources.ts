import type { ObservationSessions, OpenObservation } from './observations';
import { pictureContent } from './pictures';
import { isRefusal } from './problems';
import { writeReport } from './report';

const ROOT = 'goldcrest://observations/';
const SPECTROGRAM = { width: 1200, height: 320 };

/** What can be read about an observation, besides the answers of the tools. */
export function listResources({ all }: ObservationSessions) {
  return all.flatMap(({ id, observation }) => [
    { uri: `${ROOT}${id}/ledger`, name: `Ledger of ${id}`, mimeType: 'application/json' },
    { uri: `${ROOT}${id}/report`, name: `Report on ${id}`, mimeType: 'text/markdown' },
    ...observation.sounds.map(({ ref, name }) => ({
      uri: `${ROOT}${id}/spectrogram/${ref}`,
      name: `Spectrogram of ${name}`,
      mimeType: 'image/png',
    })),
  ]);
}

export const RESOURCE_TEMPLATES = [
  { uriTemplate: `${ROOT}{observation}/ledger`, name: 'Ledger', mimeType: 'application/json' },
  { uriTemplate: `${ROOT}{observation}/report`, name: 'Report', mimeType: 'text/markdown' },
  { uriTemplate: `${ROOT}{observation}/spectrogram/{sound}`, name: 'Spectrogram', mimeType: 'image/png' },
];

type Contents = { uri: string; mimeType: string } & ({ text: string } | { blob: string });

/** Null where there is no such thing. */
export async function readResource(sessions: ObservationSessions, uri: string): Promise<Contents | null> {
  if (!uri.startsWith(ROOT)) return null;
  const [id = '', what = '', ref = ''] = uri.slice(ROOT.length).split('/');
  const found = sessions.find(id);
  if (isRefusal(found)) return null;
  const { ledger } = found.session;
  if (what === 'ledger') return { uri, mimeType: 'application/json', text: JSON.stringify(ledger, null, 2) };
  if (what === 'report') {
    const { app, describe } = sessions.host;
    const text = writeReport(found, describe(app.judging.verdict(ledger), ledger));
    return { uri, mimeType: 'text/markdown', text };
  }
  return what === 'spectrogram' ? readSpectrogram(found, uri, ref) : null;
}

async function readSpectrogram(
  { observation, recordings }: OpenObservation,
  uri: string,
  ref: string,
): Promise<Contents | null> {
  const sound = observation.sounds.find((one) => one.ref === ref);
  const file = sound && recordings.get(sound.ref);
  if (!file) return null;
  const { spectrograms } = await import('../sound-view/spectrograms');
  const whole = { from: 0, to: sound.seconds };
  const bitmap = await spectrograms.paint(file, whole, SPECTROGRAM.width, SPECTROGRAM.height);
  const picture = await pictureContent(bitmap, 'image/png');
  return picture && { uri, mimeType: picture.mimeType, blob: picture.data };
}
