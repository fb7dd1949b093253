import { inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { listInWords, plural } from '../language.svelte';

const quoted = (titles: readonly string[]): string => listInWords(titles.map((title) => `„${title}“`));

export const problems: Catalogue['problems'] = {
  missingPacks: (titles) => ({
    title: 'Einige Modelle fehlen',
    message: `${quoted(titles)} ${plural(titles.length, 'war nicht lesbar und wird', 'waren nicht lesbar und werden')} nicht benutzt. Lade die Seite mit Verbindung neu, um es noch einmal zu versuchen.`,
    safe: 'Die anderen Modelle tun, was sie können.',
  }),
  lostPacks: (titles, bytes) => ({
    title: plural(titles.length, 'Ein Paket ist nicht mehr da', `${titles.length} Pakete sind nicht mehr da`),
    message:
      `Der Browser hat ${quoted(titles)} (${inSize(bytes)}) gelöscht, wie es vorkommt, wenn auf einem Gerät der Platz knapp wird. ` +
      'Bis zum nächsten Herunterladen machen die Modelle der App die Arbeit.',
    safe: 'Ist die App installiert, kommt das seltener vor.',
  }),
  notReady: (message) => ({
    title: 'Die Modelle ließen sich nicht bereitmachen',
    message,
    safe: 'Gespeicherte Beobachtungen sind sicher.',
  }),
  notLoaded:
    'Ein Teil der App wurde nicht geladen. Lade die Seite neu; hilft das nicht, verbinde dich einmal mit dem Netz und lade neu.',
  notSaved: (message) => ({ title: 'Diese Beobachtung ist nicht gespeichert', message, safe: '' }),
  soundNotSaved: (message, recorded) => ({
    title: 'Die Aufnahme ist nicht gespeichert',
    message,
    safe: recorded ? 'Sie lässt sich noch vom Startbildschirm aus öffnen.' : 'Die Datei selbst wurde nicht verändert.',
  }),
  notOpened: (name, message, others) => ({
    title: name ? `„${name}“ wurde nicht geöffnet` : 'Die Datei wurde nicht geöffnet',
    message,
    safe: others
      ? 'Die anderen Dateien, das Datum und der Ort bleiben erhalten.'
      : 'Die Datei selbst wurde nicht verändert.',
  }),
  deleted: 'Beobachtung gelöscht. Sie lässt sich zurückholen.',
};
