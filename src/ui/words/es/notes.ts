import type { Catalogue } from '../catalogue';
import { inNumber, inPercent, plural } from '../language.svelte';

const here = (month: string | null): string => (month ? `aquí en ${month}` : 'aquí');

export const notes: Catalogue['notes'] = {
  observer: (note) => `Tu nota: «${note}»`,
  failed: (task, why) => `${task}, sin éxito: ${why}`,
  leftOut: (task, why) => `${task}, omitido: ${why}.`,
  notTaken: (why) => `Un paso no se dio: ${why}.`,
  refused: (task, why) => `${task}, rechazado: ${why}.`,
  unknownStep: (tool) => `Un paso llamado ${tool}`,
  magnified: (where) => `Ampliado para mirar mejor: ${where}.`,
  closer: (factor) => `Mirado más de cerca, ampliado ${inNumber(factor)} veces.`,
  cut: 'El ave se recortó de la foto.',
  cutWide: 'El ave se recortó con más de lo que la rodea, para mirarla otra vez.',
  glance: {
    none: 'A primera vista no hay ningún ave en la foto.',
    one: (chance, percent) => `Se encontró un ave: ${chance}, ${percent}.`,
    several: (count) => `Se encontraron ${inNumber(count)} aves en la foto.`,
  },
  lookedAt: {
    none: (where) => `Mirado de cerca: ${where}. Ningún ave.`,
    one: (where, chance, percent) => `Mirado de cerca: ${where}. Un ave, ${chance}, ${percent}.`,
    several: (where, count) => `Mirado de cerca: ${where}. ${inNumber(count)} aves.`,
  },
  whole: 'Mirada la foto entera',
  faint: (where) => `Mirado algo poco claro: ${where}`,
  found: (look, rest) => [`${look}. `, ...rest],
  noBirdThere: (look, chance) => `${look}: ${chance} no hay ave.`,
  nothingThere: (look) => `${look}: nada que se pueda reconocer como ave.`,
  size: (pixels) => `${inNumber(pixels)} píxeles en el ave`,
  clear: (size) => `Nítida y con buena luz; ${size}.`,
  clearThough: (faults, size) => `Bastante clara, aunque ${faults}; ${size}.`,
  marginal: (faults, size) => `Apenas suficiente: ${faults || 'se ve poco'}; ${size}.`,
  poor: (faults, size) => `Demasiado mala para juzgar: ${faults || 'se ve demasiado poco'}; ${size}.`,
  noBirdByLooks: (chance, percent) => `Por su aspecto, ${chance} no es un ave (${percent}).`,
  looks: {
    likely: (bird) => ['Por su aspecto: ', bird],
    even: (bird) => ['Por su aspecto, quizá: ', bird],
    unclear: (bird) => ['Su aspecto no encaja bien con ninguna ave. La más parecida: ', bird],
    next: (bird) => ['; después: ', bird, '.'],
  },
  recordingFaults: (faults) => `La grabación: ${faults}`,
  recordingClear: 'La grabación es clara',
  andPeople: (state) => `${state}; se oye a personas.`,
  noneHeard: 'No se oyó ningún ave.',
  heard: (bird) => ['Por su voz: ', bird],
  andOthers: (count) => `, y ${plural(count, 'otra ave', `otras ${inNumber(count)} aves`)}.`,
  noPlace: 'Lugar no usado: no se indicó ninguno.',
  noRangeModel: 'Lugar no usado: el paquete no tiene modelo de distribución.',
  placeSilent: 'El lugar no dice nada sobre estas aves.',
  range: {
    expected: (bird, month) => [bird, `: es de esperar ${here(month)}.`],
    unusual: (bird, month) => [bird, `: poco habitual ${here(month)}.`],
    out_of_range: (bird, month) => [bird, `: no se conoce ${here(month)}.`],
  },
  coverage: (species, share) =>
    `El modelo conoce ${inNumber(species)} especies${share === null ? '' : `, el ${inPercent(share)} de las aves que cabe esperar aquí`}.`,
  verdict: {
    guess: (bird, chance, percent) => ['Quizá ', bird, `: ${chance}, ${percent}, así que es solo una conjetura.`],
    species: (bird, chance, percent) => [bird, `: ${chance}, ${percent}.`],
    genus: (bird, chance, percent) => ['Género ', bird, `: ${chance}, ${percent}.`],
    family: (bird, chance, percent) => ['Familia ', bird, `: ${chance}, ${percent}.`],
  },
};
