import type { Processing } from '../../../recorder/microphone';
import type { Catalogue } from '../catalogue';
import { listInWords } from '../language.svelte';

const SAFE = 'Was bisher aufgenommen wurde, ist gespeichert.';

const PROCESSING: Record<Processing, string> = {
  echoCancellation: 'Echounterdrückung',
  noiseSuppression: 'Rauschunterdrückung',
  autoGainControl: 'automatischer Pegel',
};
const named = (list: readonly Processing[]): string => listInWords(list.map((one) => PROCESSING[one]));

export const microphone: Catalogue['microphone'] = {
  refusal: {
    refused: {
      title: 'Das Mikrofon wurde nicht erlaubt',
      message: 'Erlaube das Mikrofon für diese Seite im Browser, neben der Adresse, und versuche es noch einmal.',
      safe: 'Fotos und Tondateien gehen auch ohne.',
    },
    none_there: {
      title: 'Kein Mikrofon gefunden',
      message: 'Schließe eines an oder öffne eine Tondatei.',
      safe: '',
    },
    in_use: {
      title: 'Das Mikrofon antwortet nicht',
      message: 'Vielleicht benutzt es gerade eine andere App. Schließe sie und versuche es noch einmal.',
      safe: '',
    },
    not_allowed_here: {
      title: 'Diese Adresse darf das Mikrofon nicht benutzen',
      message: 'Browser geben das Mikrofon nur Seiten mit https. Öffne die App unter ihrer https-Adresse.',
      safe: 'Tondateien lassen sich hier öffnen.',
    },
    unsupported: {
      title: 'Dieser Browser kann nicht aufnehmen',
      message: 'Nimm mit einer anderen App auf und öffne die Datei hier.',
      safe: '',
    },
  },
  ended: {
    microphone_lost: {
      title: 'Das Mikrofon ist weg',
      message: 'Es wurde abgezogen, oder eine andere App hat es übernommen. Schließe es an und nimm neu auf.',
      safe: SAFE,
    },
    storage_full: {
      title: 'Auf diesem Gerät ist kein Platz mehr',
      message: 'Die Aufnahme endet hier. Lösche alte Beobachtungen oder schaffe Platz vor der nächsten.',
      safe: SAFE,
    },
  },
  unstored: {
    title: 'Diese Aufnahme liegt nur im Arbeitsspeicher',
    message: 'Der Browser speichert nichts für diese Seite (ein privates Fenster?). Beim Schließen ginge sie verloren.',
    safe: '',
  },
  processing: {
    on: (which) =>
      `Im Browser bleibt trotz unserer Bitte eingeschaltet: ${named(which)}. Leise und hohe Rufe können fehlen.`,
    untold: (which) => `Der Browser sagt nicht, ob das eingeschaltet ist: ${named(which)}.`,
    none: 'Aufgenommen, wie das Mikrofon es hört: nichts gefiltert, nichts ausgesteuert.',
  },
};
