import type { Catalogue } from '../catalogue';
import { inNumber, inPercent, plural } from '../language.svelte';

const here = (month: string | null): string => (month ? `aqui em ${month}` : 'aqui');

export const notes: Catalogue['notes'] = {
  observer: (note) => `Sua nota: “${note}”`,
  failed: (task, why) => `${task} não deu certo: ${why}`,
  leftOut: (task, why) => `${task} ficou de fora: ${why}.`,
  notTaken: (why) => `Um passo não foi dado: ${why}.`,
  refused: (task, why) => `${task} foi recusado: ${why}.`,
  unknownStep: (tool) => `Um passo chamado ${tool}`,
  magnified: (where) => `Ampliado para olhar melhor: ${where}.`,
  closer: (factor) => `Visto mais de perto, ampliado ${inNumber(factor)} vezes.`,
  cut: 'A ave foi recortada da foto.',
  cutWide: 'A ave foi recortada com mais do que a cerca, para um segundo olhar.',
  glance: {
    none: 'À primeira vista, nenhuma ave na foto.',
    one: (chance, percent) => `Uma ave encontrada: ${chance}, ${percent}.`,
    several: (count) => `${inNumber(count)} aves encontradas na foto.`,
  },
  lookedAt: {
    none: (where) => `Visto mais de perto: ${where}. Nenhuma ave.`,
    one: (where, chance, percent) => `Visto mais de perto: ${where}. Uma ave, ${chance}, ${percent}.`,
    several: (where, count) => `Visto mais de perto: ${where}. ${inNumber(count)} aves.`,
  },
  whole: 'A foto inteira foi vista',
  faint: (where) => `Algo pouco nítido foi visto: ${where}`,
  found: (look, rest) => [`${look}. `, ...rest],
  noBirdThere: (look, chance) => `${look}: ${chance} não há ave.`,
  nothingThere: (look) => `${look}: nada que se reconheça como ave.`,
  size: (pixels) => `${inNumber(pixels)} pixels na ave`,
  clear: (size) => `Nítida e bem iluminada; ${size}.`,
  clearThough: (faults, size) => `Clara o bastante, embora com ressalvas: ${faults}; ${size}.`,
  marginal: (faults, size) => `Mal chega a servir: ${faults || 'pouco para ver'}; ${size}.`,
  poor: (faults, size) => `Ruim demais para julgar: ${faults || 'muito pouco para ver'}; ${size}.`,
  noBirdByLooks: (chance, percent) => `Pela aparência, ${chance} não é uma ave (${percent}).`,
  looks: {
    likely: (bird) => ['Pela aparência: ', bird],
    even: (bird) => ['Pela aparência, talvez: ', bird],
    unclear: (bird) => ['A aparência não combina bem com nenhuma ave. A mais parecida: ', bird],
    next: (bird) => ['; depois: ', bird, '.'],
  },
  recordingFaults: (faults) => `A gravação: ${faults}`,
  recordingClear: 'A gravação está clara',
  andPeople: (state) => `${state}; ouvem-se pessoas nela.`,
  noneHeard: 'Nenhuma ave foi ouvida.',
  heard: (bird) => ['Pela voz: ', bird],
  andOthers: (count) => `, e ${plural(count, 'outra ave', `outras ${inNumber(count)} aves`)}.`,
  noPlace: 'Lugar não usado: nenhum foi informado.',
  noRangeModel: 'Lugar não usado: o pacote não tem modelo de distribuição.',
  placeSilent: 'O lugar não diz nada sobre estas aves.',
  range: {
    expected: (bird, month) => [bird, `: esperada ${here(month)}.`],
    unusual: (bird, month) => [bird, `: incomum ${here(month)}.`],
    out_of_range: (bird, month) => [bird, `: não conhecida ${here(month)}.`],
  },
  coverage: (species, share) =>
    `O modelo conhece ${inNumber(species)} espécies${share === null ? '' : `, ${inPercent(share)} das aves esperadas aqui`}.`,
  verdict: {
    guess: (bird, chance, percent) => ['Talvez ', bird, `: ${chance}, ${percent}, portanto só um palpite.`],
    species: (bird, chance, percent) => [bird, `: ${chance}, ${percent}.`],
    genus: (bird, chance, percent) => ['Gênero ', bird, `: ${chance}, ${percent}.`],
    family: (bird, chance, percent) => ['Família ', bird, `: ${chance}, ${percent}.`],
  },
};
