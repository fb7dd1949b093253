import { inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { plural } from '../language.svelte';

export const about: Catalogue['about'] = {
  title: 'Einstellungen und Info',
  settings: 'Einstellungen',
  screenLanguage: 'Sprache',
  language: 'Vogelnamen',
  asScreens: 'Wie die App',
  asBrowser: 'Wie der Browser',
  fallback: 'Fehlt einem Vogel der Name in dieser Sprache, steht der englische da.',
  colours: 'Farben',
  themes: { system: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  privacy: {
    title: 'Von Grund auf privat',
    promise:
      'Goldcrest hat keinen Server, der etwas empfangen könnte. Fotos werden in diesem Browser geöffnet, vermessen und verglichen. ' +
      'Datum und Ort stammen aus dem Foto oder von dir und bleiben in diesem Browser. Es gibt kein Konto, keine Besucherzählung ' +
      'und keine Anfrage an andere Seiten, außer wenn du ein Paket herunterlädst.',
    kept: 'Eine gespeicherte Beobachtung enthält ihre Belege und eine kleine Kopie des Fotos. Wird sie hier gelöscht, ist sie endgültig weg.',
    observations: 'Gespeicherte Beobachtungen',
    storage: 'Belegter Speicher',
    used: (bytes) => `${inSize(bytes)}, mit Modellen und App`,
    group: 'Alle Beobachtungen und Einstellungen löschen',
    sure: 'Das löscht alle gespeicherten Beobachtungen und deine Einstellungen von diesem Gerät. Die Modelle bleiben.',
    confirm: 'Löschen',
    keep: 'Behalten',
    delete: 'Meine Daten löschen',
  },
  models: {
    title: (pack) => `Die Modelle: ${pack}`,
    version: (version, bytes) => `Version ${version}, ${inSize(bytes)}.`,
    cards: (count) =>
      `Wie ${count === 1 ? 'das Modell entstand und gemessen wurde' : `seine ${count} Modelle entstanden und gemessen wurden`}`,
    more: 'Mehr Modelle',
    others: 'Weitere Modelle gibt es als Pakete, die du selbst auswählst, behältst und entfernst.',
    packs: 'Pakete und Speicher',
  },
  developers: {
    title: 'Für Entwickler',
    why: 'Jede Beobachtung zeigt dann die Rohdaten jedes Schritts und lässt sich als JSON speichern. Auch ein Sprachmodell kann dann über die Schritte entscheiden und mit den Regeln verglichen werden.',
    show: 'Rohdaten, Policies und Tokens zeigen',
    compare: 'Wer über die Schritte entscheidet',
  },
  app: {
    title: 'Die App',
    under: (version) => `Goldcrest ${version}, unter der`,
    licence: 'Apache-Lizenz 2.0',
    own: 'Die Modelle haben eigene Lizenzen, siehe oben.',
    sources: (taxonomy, species) =>
      `Vogelnamen nach ${taxonomy}: ${species} Arten. Schriften: Newsreader und Source Sans 3, unter der SIL Open Font Licence. ` +
      'Eigenschaften der Vögel: AVONET (Tobias et al. 2022), unter CC BY 4.0, gekürzt. Karte: Natural Earth, gemeinfrei. Ortsnamen: GeoNames, unter CC BY 4.0, gekürzt; ' +
      'Namen von Bundesländern und Kreisen auch aus Unicode CLDR, unter der Unicode License, und iso-codes, unter der LGPL 2.1 oder neuer.',
  },
  licence: {
    nonCommercial: 'Nur für nicht kommerzielle Zwecke.',
    free: 'Für jeden Zweck frei.',
  },
  card: {
    figures: (count) => plural(count, '1 gemessener Wert', `${count} gemessene Werte`),
    caption: (title) => `Messwerte zu ${title}`,
    measured: 'Gemessen',
    value: 'Wert',
    on: 'An',
    interval: (low, high) => `(${low} bis ${high})`,
    with: 'Mit',
    calibrated: (on, photos, date, error) =>
      `Wahrscheinlichkeiten kalibriert an ${on}, ${photos} Fotos, ${date}${error === null ? '' : `; mittlerer Fehler ${error}`}.`,
    source: (source) => `Quelle: ${source}`,
  },
};
