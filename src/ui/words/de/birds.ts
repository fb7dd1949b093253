import type { Catalogue } from '../catalogue';
import { inNumber, plural } from '../language.svelte';

const n = (count: number, one: string, other: string): string => `${inNumber(count)} ${plural(count, one, other)}`;

export const birds: Catalogue['birds'] = {
  title: 'Meine Vögel',
  lead: 'Die Arten, die du selbst bestätigt oder benannt hast. Eine Gattung zählt nicht.',
  species: (count) => n(count, 'Art', 'Arten'),
  speciesOf: (count, all) => `${inNumber(count)} von ${n(all, 'Art', 'Arten')}`,
  empty: 'Noch keine. Behalte eine Beobachtung und bestätige ihren Vogel, oder übernimm die Liste, die du schon hast.',
  nothingHere: 'Keine deiner Arten passt dazu.',
  loading: 'Deine Vögel werden geöffnet',
  filter: { year: 'Jahr', month: 'Monat', place: 'Ort', order: 'Reihenfolge', all: 'Alle' },
  order: {
    latest: 'Zuletzt gesehene zuerst',
    first: 'Neu auf der Liste zuerst',
    taxonomic: 'Wie im Bestimmungsbuch',
    name: 'Nach Namen',
  },
  seen: (first, last) => (first === last ? first : `${first} bis ${last}`),
  noDay: 'Ohne Datum',
  times: (count) => `${inNumber(count)}-mal`,
  fromList: 'aus deiner eBird-Liste',
  newForYou: 'Neu für dich',
  import: {
    title: 'Deine eBird-Liste übernehmen',
    how: 'Öffne auf ebird.org „Mein eBird“, dann deine Life List, und lade sie als CSV herunter. Die Datei wird auf diesem Gerät gelesen.',
    choose: 'Datei wählen',
    wrong: {
      not_a_life_list: {
        title: 'Das ist keine Life List von eBird',
        message:
          'Der Datei fehlen Spalten, die eBird schreibt. Lade die Life List als CSV herunter und wähle diese Datei.',
      },
      too_large: {
        title: 'Diese Datei ist zu groß für eine Life List',
        message: 'Eine Liste aller Vögel hat unter 2 MB.',
      },
    },
    unchanged: 'Deine Vögel sind, wie sie waren.',
    found: (species, fresh) => `${n(species, 'Art', 'Arten')}, davon ${inNumber(fresh)} neu auf deiner Liste.`,
    renamed: (count) => `${n(count, 'Vogel heißt', 'Vögel heißen')} heute anders`,
    unmatched: (count) => `${n(count, 'Zeile wird', 'Zeilen werden')} nicht übernommen`,
    line: (line) => `Zeile ${inNumber(line)}`,
    why: {
      not_a_species: 'nicht bis zur Art bestimmt, oder ein Hybrid',
      not_countable: 'eBird zählt ihn nicht',
      unknown_name: 'ein Vogel dieses Namens ist hier nicht bekannt',
    },
    add: 'Zu meinen Vögeln nehmen',
    cancel: 'Abbrechen',
    added: (species) => `Aufgenommen: ${n(species, 'Art', 'Arten')}.`,
    takenOut: 'Wieder entfernt.',
    undo: 'Rückgängig',
    lists: 'Übernommene Listen',
    listOf: (name, day, rows) => `${name}, ${day}: ${n(rows, 'Vogel', 'Vögel')}`,
    takeOut: 'Entfernen',
    noBackup: 'Übernommene Listen gehören nicht zur Sicherung. Hebe die Datei auf.',
  },
  measure: {
    title: 'Wie gut ist die App für mich?',
    none: 'Prüfe Vögel, die Goldcrest benannt hat: Bestätige sie oder stelle sie richtig. Dann misst sich die App an deinem Wort.',
    said: (right, all) =>
      `Von ${n(all, 'Art', 'Arten')}, die die App genannt hat und du geprüft hast, ${plural(right, 'war', 'waren')} ${inNumber(right)} richtig.`,
    bound: (percent) => `Mit 95 % Sicherheit sind höchstens ${percent} der Arten falsch, die sie dir nennt.`,
    unknown: 'Das sind zu wenige, um zu sagen, wie oft sie sich irrt.',
    stated: (percent) => `Ihre Modelle sind so eingestellt, dass sie höchstens in ${percent} der Fälle falsch liegen.`,
    care: 'Das gilt für Vögel wie die, die du geprüft hast. Prüfst du vor allem die leichten, sieht es besser aus, als es ist.',
    save: 'Als Testdatensatz speichern',
    saveWhy: (files) =>
      `Ein Zip mit labels.json und ${n(files, 'Datei', 'Dateien')}, für „npm run bench“. Es nennt deine Orte.`,
    saving: (done, total) => `Packe ${inNumber(done)} von ${inNumber(total)}`,
  },
};
