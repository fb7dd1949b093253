import type { Problem } from '../../problem';
import type { Catalogue } from '../catalogue';

export const notebook: Catalogue['notebook'] = {
  keep: {
    title: 'Notizbuch',
    keep: 'Behalten',
    draft: (days) =>
      `Ein Entwurf. Er wird ${days === 0 ? 'heute' : days === 1 ? 'morgen' : `in ${days} Tagen`} gelöscht, wenn du ihn nicht behältst.`,
    ask: 'Was soll von den Fotos bleiben?',
    original: 'Die Originale',
    reduced: 'Kleinere Kopien',
    originalWhy: (size) => `Wie sie sind, ${size}.`,
    reducedWhy: 'Höchstens 1.600 Pixel breit, je etwa 0,3 MB.',
    later: 'Das lässt sich in den Einstellungen ändern.',
    kept: 'In deinem Notizbuch.',
    cleared: (count): Problem => ({
      title: 'Dein Notizbuch ist leer',
      message:
        `Der Browser hat ${count === 1 ? 'die Beobachtung' : `die ${count} Beobachtungen`} gelöscht, die du behalten hattest. Das tun Browser, wenn auf einem Gerät ` +
        'der Platz knapp wird. Wenn du eine Sicherung hast, hole sie unter „Export und Sicherung“ zurück.',
      safe: 'Eine installierte App trifft das seltener.',
    }),
    failed: 'Diese Beobachtung wurde nicht behalten',
    stays: 'Sie bleibt als Entwurf unter „Letzte Beobachtungen“.',
    unchangedTitle: 'Deine Änderung wurde nicht gespeichert',
    unchanged: 'Was vorher gespeichert war, ist unverändert.',
  },
  status: {
    open: 'Noch zu prüfen',
    confirmed: 'Von dir bestätigt',
    corrected: 'Von dir berichtigt',
    rejected: 'Von dir abgelehnt',
  },
  confirm: 'Bestätigen',
};
