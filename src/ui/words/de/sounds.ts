import { durationInWords, inSize, momentInWords } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber, plural } from '../language.svelte';

export const sounds: Catalogue['sounds'] = {
  record: {
    window: 'Zuhören',
    listening: 'Hört zu',
    title: 'Vögeln zuhören',
    clock: 'Bisher aufgenommen',
    paused:
      'Pausiert: Der Bildschirm war aus, oder eine andere App hat das Mikrofon. Es geht von selbst weiter, sobald es kann; ' +
      'was aufgenommen wurde, bleibt.',
    screenOff: (keptOn) =>
      `Geht der Bildschirm aus, endet das Zuhören${keptOn ? '; darum bleibt er an' : '; lass ihn an'}. ` +
      'Jede Sekunde wird sofort auf diesem Gerät gespeichert.',
    sure: 'Die Aufnahme verwerfen?',
    confirm: 'Verwerfen',
    goOn: 'Weiter',
    storing: 'Wird gespeichert',
    stop: 'Beenden und ansehen',
    discard: 'Verwerfen',
    how: 'Vögel werden bestimmt, während sie singen, so sorgfältig wie im Foto. Halte das Telefon in Richtung des Vogels und bleib still stehen.',
    facts: (keptOn) => [
      'Der Ton verlässt dieses Gerät nie.',
      'Stellen, an denen Menschen zu hören sind, werden nicht behalten.',
      `Geht der Bildschirm aus, endet das Zuhören${keptOn ? '; darum bleibt er so lange an' : ': lass ihn an'}.`,
    ],
    asking: 'Das Mikrofon wird angefragt',
    again: 'Noch einmal versuchen',
    start: 'Starten',
    back: 'Zurück',
  },
  cutOff: {
    label: 'Eine abgebrochene Aufnahme',
    title: 'Eine Aufnahme wurde abgebrochen',
    what: (at, seconds) =>
      `${momentInWords(at)}, ${durationInWords(seconds)}. Alles bis dahin ist hier, auf diesem Gerät.`,
    confirm: 'Endgültig löschen',
    keep: 'Behalten',
    open: 'Ansehen',
    delete: 'Löschen',
  },
  model: {
    what: (title, bytes) =>
      `${title} bestimmt die Vögel. Es wird mit der ersten Aufnahme geladen (${inSize(bytes)}) und funktioniert danach offline.`,
  },
  now: {
    title: 'Bisher gehört',
    play: (bird) => `${bird} noch einmal hören`,
    arriving: (done, total) => `Das Modell für Stimmen wird geladen: ${inSize(done)} von ${inSize(total)}.`,
    now: 'jetzt',
    lastAt: (time) => `zuletzt bei ${time}`,
    unable: (why) => `${why} Die Aufnahme geht weiter; sie lässt sich später ansehen.`,
    loading: 'Die Bestimmung wird vorbereitet.',
    none: 'Noch kein Vogel erkannt. Einen Namen gibt es erst, wenn er deutlich genug zu hören ist.',
    unsure: 'Etwas singt, aber noch nicht deutlich genug für einen Namen.',
  },
  files: {
    title: 'Aufnahmen',
    done: (count) => `Alle ${count} angehört.`,
    progress: (done, count, left) =>
      `${done} von ${count} angehört${left === null ? '' : `, noch etwa ${durationInWords(left)}`}.`,
    species: (count, over) => {
      if (count === 0) return over ? 'Keine Art benannt.' : 'Noch keine Art benannt.';
      return `${over ? '' : 'Bisher '}${count === 1 ? (over ? 'Eine Art' : 'eine Art') : `${count} Arten`}.`;
    },
    bar: 'Angehörte Aufnahmen',
    stop: 'Anhalten',
    goOn: 'Weiter',
    none: 'Kein Vogel gehört.',
    fainter: (count) => plural(count, 'und eine schwächere Vermutung', `und ${count} schwächere Vermutungen`),
    waiting: 'Wartet',
    empty: 'Keine Aufnahme ist offen. Wähle einige oder einen ganzen Ordner: Jede wird auf diesem Gerät angehört.',
    open: 'Aufnahmen öffnen',
  },
  panel: {
    label: (name) => `Aufnahme ${name}`,
    notKept: 'Die Aufnahme selbst wurde nicht behalten, nur dieses Bild davon.',
    none: 'In dieser Aufnahme war kein Vogel zu hören.',
  },
  mark: {
    when: (from, to) => `von ${from} bis ${to} s`,
    people: (when) => `Menschen zu hören ${when}. Abspielen`,
    bird: (name, chance, percent, when) => `${name}, ${chance}, ${percent}, ${when}. Abspielen`,
  },
  spectrogram: {
    label: (name, kilohertz, length, birds) =>
      `Spektrogramm von ${name || 'der Aufnahme'}: 0 bis ${inNumber(kilohertz)} kHz, ${length}. ` +
      (birds === 0
        ? 'Kein Vogel ist markiert.'
        : `${plural(birds, 'Ein Vogel ist', `${birds} Vögel sind`)} markiert. Pfeiltasten gehen von Rahmen zu Rahmen, Eingabe spielt ab.`),
    live: (kilohertz) => `Was das Mikrofon gerade hört, 0 bis ${inNumber(kilohertz)} kHz`,
  },
  tools: {
    pause: 'Pause',
    play: 'Aufnahme abspielen',
    silent: 'Dieser Browser kann sie nicht abspielen.',
    wider: 'Mehr auf einmal zeigen',
    closer: 'Genauer ansehen',
  },
  table: {
    caption: 'Vögel in der Aufnahme, mit Zeiten, Wahrscheinlichkeit und Ergebnis',
    bird: 'Vogel',
    probability: 'Wahrscheinlichkeit',
    verdict: 'Ergebnis',
    play: (bird, seconds) => `${bird} bei ${seconds} s abspielen`,
    moreTimes: (count) => `${count} weitere`,
    moreBirds: (count) => `${count} weitere, weniger wahrscheinlich`,
    notEnough: 'reicht nicht',
  },
  voice: {
    heard: (where, seconds) => `Menschen sind ${where} zu hören, insgesamt ${seconds} s.`,
    from: (time) => `ab ${time}`,
    places: (count) => `an ${inNumber(count)} Stellen`,
    erased: 'In der gespeicherten Kopie sind diese Stellen stumm.',
    willBeErased: 'In der gespeicherten Kopie werden diese Stellen stumm sein.',
    kept: 'In der gespeicherten Kopie sind diese Stellen enthalten.',
    leaveOut: 'Weglassen',
    keep: 'Behalten',
    erase: 'Löschen',
    confirm: 'Endgültig löschen',
    leave: 'Abbrechen',
  },
  export: {
    raven: 'Raven-Auswahltabelle',
    csv: 'CSV',
    recording: 'Aufnahme',
    share: 'Teilen',
    notKept: 'Die Aufnahme wurde nicht behalten.',
  },
};
