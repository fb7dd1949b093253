import { MOST_SECONDS } from '../../../policies/catalogue';
import { inSize, tookSeconds } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber } from '../language.svelte';

export const compare: Catalogue['compare'] = {
  window: 'Wer entscheidet',
  title: 'Wer über die Schritte entscheidet',
  lead:
    'Dieselben Werkzeuge und dieselben Regeln für das Ergebnis, aber jemand anders führt. ' +
    'Niemand davon kann mehr behaupten, als die Belege hergeben.',
  compare: 'An einer Beobachtung vergleichen',
  openFirst: 'Öffne zuerst ein Foto oder eine Aufnahme und komm dann hierher zurück.',
  home: 'Zum Startbildschirm',
  stop: 'Anhalten',
  run: 'An dieser Beobachtung ausführen',
  who: {
    title: 'Wer ab jetzt entscheidet',
    rules: 'Die Regeln',
    rulesNote: 'Kein Download, jedes Mal dieselben Schritte.',
    auto: 'Die App misst und wählt selbst',
    autoNote: `Eine kleine Policy, wenn dieses Gerät ihren Anteil an einem Lauf in ${MOST_SECONDS} s schafft, sonst die Regeln. Einmal gemessen.`,
    own: 'Unten gewählt. Versagt sie, machen die Regeln weiter.',
    measuring: 'Es wird gemessen. Bis dahin entscheiden die Regeln.',
    cannot: (policy) => `${policy}: läuft hier nicht.`,
    speed: (policy, seconds, tokensPerSecond) =>
      `${policy}: ${tookSeconds(seconds * 1000)} je Lauf, ${inNumber(Math.round(tokensPerSecond))} Tokens pro Sekunde.`,
    picked: (policy) => `Gewählt: ${policy}.`,
  },
  policies: {
    title: 'Policies',
    large: 'Große Modelle',
    size: (bytes, isRough, licence) => `${isRough ? 'Etwa ' : ''}${inSize(bytes)}, ${licence}.`,
    absent: {
      no_webgpu: 'Dieser Browser hat kein WebGPU.',
      too_little_memory: 'Braucht ein Gerät mit mindestens 8 GB Speicher und einen Browser, der das mitteilt.',
      buffers_too_small: 'Diese Grafikkarte ist zu klein.',
      looking: 'Wird gesucht.',
      not_installed: 'Nicht da. Sie wird an einem Computer erzeugt und neben die App gelegt.',
    },
  },
  column: {
    waiting: 'Wartet',
    ready: 'Bereitet sich vor',
    loading: (done, total) => `Lädt, ${inSize(done)} von ${inSize(total)}`,
    running: 'Entscheidet',
    failed: 'Konnte nicht starten',
    ended: (steps, tokens, ms) =>
      `${steps} Schritte${tokens ? `, ${inNumber(tokens)} Tokens` : ''}, ${tookSeconds(ms)}`,
    rulesWentOn: 'Die Regeln haben weitergemacht.',
    decides: 'Entscheidet ab jetzt',
    letDecide: 'Diese entscheiden lassen',
    best: 'Der beste Lauf',
    prefer: 'Diesen Lauf bevorzugen',
  },
  files: {
    title: 'Trajektorien',
    what:
      'Läufe als JSON-Zeilen: Nachrichten und Werkzeuge, oder gewählt und verworfen. Zum Trainieren oder Nachsehen. ' +
      'Sie bleiben auf diesem Gerät, solange du die Datei nicht weitergibst.',
    export: 'Als JSONL exportieren',
    exportPreferences: 'Bevorzugte exportieren',
    import: 'JSONL importieren',
    label: 'Trajektorien zum Importieren',
    wrong: (line) => `Zeile ${line} ist weder eine Trajektorie noch eine Bevorzugung. Nichts wurde importiert.`,
    trajectories: (count) => `${count} Trajektorien gelesen.`,
    preferences: (count) => `${count} Bevorzugungen gelesen.`,
    unnamed: 'Policy ohne Namen',
    chosen: 'gewählt',
    rejected: 'verworfen',
    messages: (number, policy, count) => `${number}. ${policy}, ${count} Nachrichten`,
    pair: (number) => `${number}. Gewählt und verworfen`,
  },
};
