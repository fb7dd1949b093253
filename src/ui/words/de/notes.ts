import type { Catalogue } from '../catalogue';
import { inNumber, inPercent, plural } from '../language.svelte';

const here = (month: string | null): string => (month ? `hier im ${month}` : 'hier');

export const notes: Catalogue['notes'] = {
  observer: (note) => `Deine Notiz: „${note}“`,
  failed: (task, why) => `${task} hat nicht geklappt: ${why}`,
  leftOut: (task, why) => `${task} entfiel: ${why}.`,
  notTaken: (why) => `Ein Schritt wurde nicht gemacht: ${why}.`,
  refused: (task, why) => `${task} wurde abgelehnt: ${why}.`,
  unknownStep: (tool) => `Ein Schritt namens ${tool}`,
  magnified: (where) => `Vergrößert und genauer angesehen: ${where}.`,
  closer: (factor) => `Genauer hingesehen, ${inNumber(factor)}-fach vergrößert.`,
  cut: 'Den Vogel aus dem Foto ausgeschnitten.',
  cutWide: 'Den Vogel mit mehr Umgebung ausgeschnitten, für einen zweiten Blick.',
  glance: {
    none: 'Auf den ersten Blick kein Vogel im Foto.',
    one: (chance, percent) => `Einen Vogel gefunden: ${chance}, ${percent}.`,
    several: (count) => `${inNumber(count)} Vögel im Foto gefunden.`,
  },
  lookedAt: {
    none: (where) => `Genauer angesehen: ${where}. Kein Vogel.`,
    one: (where, chance, percent) => `Genauer angesehen: ${where}. Ein Vogel, ${chance}, ${percent}.`,
    several: (where, count) => `Genauer angesehen: ${where}. ${inNumber(count)} Vögel.`,
  },
  whole: 'Das ganze Foto angesehen',
  faint: (where) => `Etwas Undeutliches angesehen: ${where}`,
  found: (look, rest) => [`${look}. `, ...rest],
  noBirdThere: (look, chance) => `${look}: ${chance} kein Vogel.`,
  nothingThere: (look) => `${look}: nichts, was sich als Vogel erkennen ließe.`,
  size: (pixels) => `${inNumber(pixels)} Pixel auf dem Vogel`,
  clear: (size) => `Scharf und gut belichtet; ${size}.`,
  clearThough: (faults, size) => `Deutlich genug, aber ${faults}; ${size}.`,
  marginal: (faults, size) => `Gerade noch gut genug: ${faults || 'wenig zu sehen'}; ${size}.`,
  poor: (faults, size) => `Zu schlecht zum Bestimmen: ${faults || 'zu wenig zu sehen'}; ${size}.`,
  noBirdByLooks: (chance, percent) => `Dem Aussehen nach ${chance} gar kein Vogel (${percent}).`,
  looks: {
    likely: (bird) => ['Dem Aussehen nach: ', bird],
    even: (bird) => ['Dem Aussehen nach vielleicht: ', bird],
    unclear: (bird) => ['Das Aussehen passt zu keinem Vogel eindeutig. Am ähnlichsten: ', bird],
    next: (bird) => ['; danach: ', bird, '.'],
  },
  recordingFaults: (faults) => `Die Aufnahme: ${faults}`,
  recordingClear: 'Die Aufnahme ist klar',
  andPeople: (state) => `${state}; darin sind Menschen zu hören.`,
  noneHeard: 'Kein Vogel war zu hören.',
  heard: (bird) => ['Der Stimme nach: ', bird],
  andOthers: (count) => `, und ${plural(count, 'ein weiterer Vogel', `${inNumber(count)} weitere Vögel`)}.`,
  noPlace: 'Ort nicht berücksichtigt: keiner angegeben.',
  noRangeModel: 'Ort nicht berücksichtigt: Das Modellpaket kennt keine Verbreitung.',
  placeSilent: 'Der Ort sagt nichts über diese Vögel.',
  range: {
    expected: (bird, month) => [bird, `: ${here(month)} zu erwarten.`],
    unusual: (bird, month) => [bird, `: ${here(month)} ungewöhnlich.`],
    out_of_range: (bird, month) => [bird, `: ${here(month)} nicht bekannt.`],
  },
  coverage: (species, share) =>
    `Das Modell kennt ${inNumber(species)} Arten${share === null ? '' : `, ${inPercent(share)} der Vögel, die hier zu erwarten sind`}.`,
  verdict: {
    guess: (bird, chance, percent) => ['Vielleicht ', bird, `: ${chance}, ${percent}, also nur eine Vermutung.`],
    species: (bird, chance, percent) => [bird, `: ${chance}, ${percent}.`],
    genus: (bird, chance, percent) => ['Gattung ', bird, `: ${chance}, ${percent}.`],
    family: (bird, chance, percent) => ['Familie ', bird, `: ${chance}, ${percent}.`],
  },
};
