import type { Catalogue } from '../catalogue';

export const arrivals: Catalogue['arrivals'] = {
  title: 'Mit Goldcrest geteilt',
  lead: 'Noch ist nichts angesehen oder gespeichert.',
  files: (count: number) => (count === 1 ? 'Eine Datei' : `${count} Dateien`),
  identify: 'Bestimmen',
  discard: 'Verwerfen',
  discarded: 'Verworfen. Nichts wurde gespeichert.',
  none: 'Hier wartet nichts.',
  home: 'Zum Startbildschirm',
  sound: 'Aufnahme',
  results: {
    files: '',
    empty:
      'Die andere App hat nichts geteilt: Es kam keine Datei mit. Das kommt bei manchen Telefonen vor. Teile noch einmal oder wähle das Foto hier.',
    full: 'Auf diesem Gerät war kein Platz für das Geteilte. Schaffe Platz und teile noch einmal.',
  },
  earlier: 'Was vorher geteilt wurde, ist noch da:',
};
