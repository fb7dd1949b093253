import type { Catalogue } from '../catalogue';
import { inNumber, inPercent, plural } from '../language.svelte';

const here = (month: string | null): string => (month ? `ici en ${month}` : 'ici');

export const notes: Catalogue['notes'] = {
  observer: (note) => `Votre note : « ${note} »`,
  failed: (task, why) => `${task} : échec, ${why}`,
  leftOut: (task, why) => `${task} : étape omise, ${why}.`,
  notTaken: (why) => `Une étape n’a pas été faite : ${why}.`,
  refused: (task, why) => `${task} : étape refusée, ${why}.`,
  unknownStep: (tool) => `Une étape nommée ${tool}`,
  magnified: (where) => `Agrandi pour mieux voir : ${where}.`,
  closer: (factor) => `Regardé de plus près, agrandi ${inNumber(factor)} fois.`,
  cut: 'L’oiseau a été découpé dans la photo.',
  cutWide: 'L’oiseau a été découpé plus largement, pour un second regard.',
  glance: {
    none: 'À première vue, aucun oiseau dans la photo.',
    one: (chance, percent) => `Un oiseau trouvé : ${chance}, ${percent}.`,
    several: (count) => `${inNumber(count)} oiseaux trouvés dans la photo.`,
  },
  lookedAt: {
    none: (where) => `Regardé de plus près : ${where}. Aucun oiseau.`,
    one: (where, chance, percent) => `Regardé de plus près : ${where}. Un oiseau, ${chance}, ${percent}.`,
    several: (where, count) => `Regardé de plus près : ${where}. ${inNumber(count)} oiseaux.`,
  },
  whole: 'La photo entière a été regardée',
  faint: (where) => `Quelque chose de flou a été regardé : ${where}`,
  found: (look, rest) => [`${look}. `, ...rest],
  noBirdThere: (look, chance) => `${look} : ${chance} pas d’oiseau.`,
  nothingThere: (look) => `${look} : rien qui se reconnaisse comme un oiseau.`,
  size: (pixels) => `${inNumber(pixels)} pixels sur l’oiseau`,
  clear: (size) => `Nette et bien éclairée ; ${size}.`,
  clearThough: (faults, size) => `Assez claire, mais ${faults} ; ${size}.`,
  marginal: (faults, size) => `Tout juste suffisante : ${faults || 'peu de choses à voir'} ; ${size}.`,
  poor: (faults, size) => `Trop mauvaise pour juger : ${faults || 'trop peu à voir'} ; ${size}.`,
  noBirdByLooks: (chance, percent) => `D’après son aspect, ${chance} pas un oiseau (${percent}).`,
  looks: {
    likely: (bird) => ['D’après son aspect : ', bird],
    even: (bird) => ['D’après son aspect, peut-être : ', bird],
    unclear: (bird) => ['Son aspect ne correspond clairement à aucun oiseau. Le plus proche : ', bird],
    next: (bird) => [' ; ensuite : ', bird, '.'],
  },
  recordingFaults: (faults) => `L’enregistrement : ${faults}`,
  recordingClear: 'L’enregistrement est clair',
  andPeople: (state) => `${state} ; on y entend des personnes.`,
  noneHeard: 'Aucun oiseau entendu.',
  heard: (bird) => ['D’après sa voix : ', bird],
  andOthers: (count) => `, et ${plural(count, 'un autre oiseau', `${inNumber(count)} autres oiseaux`)}.`,
  noPlace: 'Lieu non utilisé : aucun n’a été indiqué.',
  noRangeModel: 'Lieu non utilisé : le paquet n’a pas de modèle de répartition.',
  placeSilent: 'Le lieu ne dit rien de ces oiseaux.',
  range: {
    expected: (bird, month) => [bird, ` : attendu ${here(month)}.`],
    unusual: (bird, month) => [bird, ` : inhabituel ${here(month)}.`],
    out_of_range: (bird, month) => [bird, ` : pas connu ${here(month)}.`],
  },
  coverage: (species, share) =>
    `Le modèle connaît ${inNumber(species)} espèces${share === null ? '' : `, soit ${inPercent(share)} des oiseaux attendus ici`}.`,
  verdict: {
    guess: (bird, chance, percent) => ['Peut-être ', bird, ` : ${chance}, ${percent}, donc une simple supposition.`],
    species: (bird, chance, percent) => [bird, ` : ${chance}, ${percent}.`],
    genus: (bird, chance, percent) => ['Genre ', bird, ` : ${chance}, ${percent}.`],
    family: (bird, chance, percent) => ['Famille ', bird, ` : ${chance}, ${percent}.`],
  },
};
