import type { Catalogue } from '../catalogue';
import { inSize } from '../../format';

const birds = (count: number): string => (count === 1 ? 'eine Beobachtung' : `${count} Beobachtungen`);
const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

export const leaving: Catalogue['leaving'] = {
  title: 'Export und Sicherung',
  lead: 'Was du behalten hast, gehört dir. Nimm es in andere Programme mit oder bewahre eine Kopie von allem auf.',
  empty:
    'Noch ist nichts behalten. Drücke bei einem Ergebnis auf „Behalten“, dann kann es hier exportiert und gesichert werden.',
  loading: 'Dein Notizbuch wird gelesen',
  export: {
    title: 'Export',
    what: 'Für',
    formats: {
      ebird: {
        name: 'eBird',
        why: 'Eine Datei für „Daten importieren“ auf ebird.org, eine Zeile je Art, Tag und Ort.',
      },
      inaturalist: { name: 'iNaturalist', why: 'Eine CSV-Datei für „Beobachtungen importieren“.' },
      darwinCore: {
        name: 'GBIF und Museen',
        why: 'Ein Darwin-Core-Archiv, mit Rahmen in den Fotos und Zeiten in den Aufnahmen.',
      },
      photographers: {
        name: 'Fotoprogramme',
        why: 'Zu jedem Foto eine Begleitdatei mit Stichwörtern für Lightroom, digiKam oder darktable. Lege sie neben das Foto.',
      },
      table: {
        name: 'Tabellenprogramme',
        why: 'Eine CSV-Tabelle, eine Zeile je Beobachtung, und daneben, was die App genannt hatte.',
      },
      raven: {
        name: 'Raven',
        why: 'Eine Auswahltabelle der Aufnahmen, die du behalten hast, eine Zeile für jede Stelle, an der der Vogel zu hören ist.',
      },
      map: { name: 'Karten', why: 'GeoJSON, für QGIS, uMap oder geojson.io.' },
    },
    which: 'Beobachtungen',
    confirmed: 'Von dir bestätigte',
    all: 'Alle, auch was nur die App gesagt hat',
    year: 'Jahr',
    everyYear: 'Alle Jahre',
    place: 'Orte',
    blurs: { exact: 'So genau wie im Notizbuch', kilometre: 'Auf etwa 1 km', tenKilometres: 'Auf etwa 11 km' },
    blurWhy: 'Gerundete Orte lassen den Namen des Ortes weg. Gut für Vögel, die gestört werden könnten.',
    preview: (observations: number, species: number) =>
      observations === 0
        ? 'Keine Beobachtung passt zu dieser Auswahl.'
        : `${capital(birds(observations))} von ${species === 1 ? 'einer Art' : `${species} Arten`}.`,
    noneConfirmed: 'Noch ist keine deiner Beobachtungen bestätigt. Bestätige einige oder wähle alle.',
    leftOut: (noDay: number, noPlace: number) =>
      `${capital(
        [noDay > 0 ? `${birds(noDay)} ohne Tag` : '', noPlace > 0 ? `${birds(noPlace)} ohne Ort` : '']
          .filter((text) => text)
          .join(' und '),
      )}: nicht in der Datei, denn eBird braucht beides.`,
    noSounds: 'Zu keiner gehört eine Aufnahme, also gibt es nichts auszuwählen.',
    sensitive: (count: number) =>
      `${capital(birds(count))} hast du als schützenswert markiert: Der Ort wird in jedem Fall auf etwa 11 km gerundet.`,
    noName: 'Dein Name ist nicht eingetragen, also steht in der Datei „the observer“.',
    setName: 'Namen eintragen',
    noPhotos: 'Zu keiner gehört ein Foto, also gibt es nichts, wozu Stichwörter geschrieben werden könnten.',
    download: 'Herunterladen',
    working: 'Die Datei wird geschrieben',
    done: (name: string) => `${name} liegt bei deinen Downloads.`,
  },
  backup: {
    title: 'Sicherung',
    why: 'Eine Datei mit jeder Beobachtung, jedem Foto, jeder Aufnahme und allem, was dazu gesagt wurde. Bewahre sie auf einem anderen Gerät auf.',
    last: (when: string) => `Letzte Sicherung: ${when}.`,
    never: 'Noch keine Sicherung.',
    since: (count: number) => (count === 0 ? 'Seitdem nichts Neues.' : `Seitdem ${birds(count)}.`),
    due: (count: number) =>
      `${count} Beobachtungen gibt es nur auf diesem Gerät. Eine Sicherung bewahrt sie, wenn es verloren geht oder seine Daten gelöscht werden.`,
    make: 'Jetzt sichern',
    making: 'Die Sicherung wird geschrieben',
    progress: (done: number, total: number) => `${done} von ${total}`,
    made: (observations: number, media: number, bytes: number) =>
      `Die Sicherung ist fertig: ${birds(observations)}, Fotos und Aufnahmen: ${media}, ${inSize(bytes)}. Sie liegt bei deinen Downloads.`,
    missing: (count: number) =>
      count === 1
        ? 'Ein Foto oder eine Aufnahme ist nicht mehr auf diesem Gerät und fehlt darin.'
        : `${count} Fotos und Aufnahmen sind nicht mehr auf diesem Gerät und fehlen darin.`,
  },
  folder: {
    why: 'Oder wähle einen Ordner, auf diesem Gerät oder einen, den ein anderes Programm weiterträgt: Was du behältst, wird auch dorthin geschrieben.',
    choose: 'Einen Ordner aktuell halten',
    writing: (name: string) => `„${name}“ wird geschrieben.`,
    inStep: (name: string, when: string) => `„${name}“ ist auf dem Stand von ${when}.`,
    asking: (name: string) => `Der Browser fragt noch einmal, bevor er in „${name}“ schreibt.`,
    allow: 'Erlauben',
    failed: (name: string) =>
      `In „${name}“ konnte nicht geschrieben werden. Gibt es den Ordner noch, und ist Platz darin? Was du behalten hast, ist in der App sicher.`,
    again: 'Noch einmal versuchen',
    stop: 'Beenden',
    restore: 'Einen Sicherungsordner wählen',
  },
  restore: {
    title: 'Sicherung zurückholen',
    why: 'Du siehst, was sich ändern würde, bevor sich etwas ändert. Was auf diesem Gerät ist, bleibt.',
    choose: 'Sicherungsdatei wählen',
    reading: 'Die Sicherung wird gelesen',
    from: (when: string) => `Sicherung vom ${when}`,
    fresh: (count: number) => `${count} neu`,
    changed: (count: number) => `${count} verschieden, werden zusammengeführt`,
    same: (count: number) => `${count} gleich`,
    renamed: 'Namen, die sich seither geändert haben',
    renamedTo: (was: string, now: string) => `${was} heißt jetzt ${now}`,
    unknown: (was: string) => `${was} steht heute in keiner Liste; der Name bleibt, wie er geschrieben wurde`,
    nothing: 'Alles aus dieser Sicherung ist schon da.',
    restore: 'Zurückholen',
    cancel: 'Abbrechen',
    working: 'Fotos und Aufnahmen werden zurückgeholt',
    done: (added: number, changed: number) => `Fertig: ${added} hinzugefügt, ${changed} zusammengeführt.`,
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht. Das Notizbuch ist wie vorher.',
    broughtBack: 'Du hast eine Sicherung zurückgeholt.',
    undoneBut: (stayed) => `Rückgängig gemacht. Was du seither geändert hast, bleibt: ${birds(stayed)}.`,
    failed: 'Die Sicherung wurde nicht zurückgeholt',
    safe: 'Dein Notizbuch ist, wie es war.',
    problems: {
      not_a_zip: 'Diese Datei ist keine Sicherung. Wähle die Datei, deren Name mit „goldcrest-backup“ beginnt.',
      not_a_backup: 'Das ist ein Zip von etwas anderem. Wähle die Datei, deren Name mit „goldcrest-backup“ beginnt.',
      cut_off:
        'Dieser Datei fehlt das Ende. Kopiere sie noch einmal von dort, wo sie entstand, und versuche es erneut.',
      newer_format:
        'Diese Sicherung stammt von einer neueren Version der App. Aktualisiere die App auf diesem Gerät und versuche es erneut.',
      damaged: 'Ein Teil dieser Sicherung ist beschädigt oder wurde verändert. Versuche es mit einer anderen Kopie.',
      too_large: 'Diese Datei behauptet, mehr zu enthalten als jedes Notizbuch. Sie wurde nicht geöffnet.',
      storage_full:
        'Auf diesem Gerät ist kein Platz für die Fotos und Aufnahmen darin. Schaffe Platz und versuche es erneut.',
      storage_unavailable:
        'Dieser Browser speichert nichts für die App (ein privates Fenster?). Öffne die App in einem normalen Fenster.',
      storage_closed:
        'Ein anderer Tab hat eine neuere Version der App geöffnet. Lade diese Seite neu und versuche es erneut.',
      observation_gone:
        'Inzwischen wurde eine Beobachtung gelöscht, vielleicht in einem anderen Tab. Versuche es erneut.',
    },
    where: (where: string) => `(In der Datei: ${where}.)`,
  },
  card: {
    share: 'Teilen',
    title: 'Diesen Vogel teilen',
    card: 'Als Karte teilen',
    download: 'Karte herunterladen',
    media: 'Foto oder Aufnahme teilen',
    withPlace: 'Den Ort darauf zeigen',
    camera: 'Ohne den Ort wird ein Foto ohne die Daten verschickt, die die Kamera hineingeschrieben hat.',
    alt: (name: string) => `Eine Karte mit Bild und Namen: ${name}`,
    confirmed: 'Vom Beobachter bestimmt',
    machine: (chance: string) => `Goldcrest sagt: ${chance}`,
    failed: 'Von hier aus ließ es sich nicht teilen. Es liegt stattdessen bei deinen Downloads.',
    making: 'Die Karte wird gezeichnet',
  },
  failed: 'Die Datei konnte nicht geschrieben werden',
  failedWhy: 'Beim Schreiben ging etwas schief. Versuche es noch einmal; bleibt es dabei, wähle weniger Beobachtungen.',
  safe: 'Dein Notizbuch ist, wie es war.',
};
