import type { Catalogue } from '../catalogue';
import { inPercent } from '../language.svelte';

function chance(probability: number): string {
  if (probability > 0.995) return `más del ${inPercent(0.99)}`;
  if (probability < 0.01) return `menos del ${inPercent(0.01)}`;
  return inPercent(probability);
}

function leading(probability: number): string {
  if (probability >= 0.945) return 'Casi con certeza';
  if (probability >= 0.795) return 'Muy probablemente';
  return probability >= 0.595 ? 'Probablemente' : 'Quizá';
}

export const verdict: Catalogue['verdict'] = {
  chances: [
    { from: 0.95, words: 'casi con certeza' },
    { from: 0.8, words: 'muy probablemente' },
    { from: 0.6, words: 'probablemente' },
    { from: 0.4, words: 'más o menos una de cada dos veces' },
    { from: 0.25, words: 'más o menos una de cada tres veces' },
    { from: 0.1, words: 'poco probable' },
    { from: 0, words: 'muy poco probable' },
  ],
  percent: chance,
  lead: {
    species: leading,
    genus: (probability) => `${leading(probability)} del género`,
    family: (probability) => `${leading(probability)} de la familia`,
  },
  sure: (percent) => `Seguridad: ${percent}`,
  certainly: {
    genus: (taxon) => ['Seguro que del género ', taxon, '.'],
    family: (taxon) => ['Seguro que de la familia ', taxon, '.'],
  },
  grain: { family: 'Familia', genus: 'Género', species: 'Especie' },
  rule: {
    no_bird_found: {
      title: 'Ningún ave en la foto',
      why: 'No se encontró ningún ave en esta foto. Prueba con una en que el ave ocupe más espacio.',
    },
    quality_failed: {
      title: 'Poco clara para darle nombre',
      why: 'Puede que haya un ave, pero la imagen o la grabación no muestran lo suficiente.',
    },
    no_bird_heard: {
      title: 'No se oye ningún ave',
      why: 'No se oyó ningún ave en esta grabación. Prueba más cerca del ave o en un sitio más tranquilo.',
    },
    unknown_voice: {
      title: 'Una voz que la aplicación no conoce',
      why: 'Aquí suena algo, pero no encaja bien con ningún ave que la aplicación conozca. Puede ser un ave que no ha aprendido, o no ser un ave.',
    },
    not_a_bird: { title: 'No parece un ave', why: 'Lo que se encontró en la foto no parece un ave.' },
    nothing_classified: { title: 'Sin comparar', why: 'El ave no se pudo comparar con ninguna especie.' },
    species_seen_and_heard: { title: 'Especie', why: 'La imagen y la voz dicen la misma especie.' },
    species_with_answer: { title: 'Especie', why: 'Tu respuesta la distinguió de otras parecidas.' },
    species_with_place: { title: 'Especie', why: 'Lo visto u oído y el lugar apuntan a esta especie.' },
    species_without_place: { title: 'Especie', why: 'Lo visto u oído basta para la especie, sin ayuda del lugar.' },
    rolled_up_to_genus: { title: 'Género', why: 'Basta para el género, pero no para la especie.' },
    rolled_up_to_family: { title: 'Familia', why: 'Basta para la familia, pero no para el género ni la especie.' },
    senses_disagree: {
      title: 'La imagen y la voz no coinciden',
      why: 'La imagen dice un ave y la voz otra, así que no se nombra ninguna. Puede que fueran dos.',
    },
    either_or: {
      title: 'Una de unas pocas',
      why: 'El sonido encaja con estas aves, que no son parientes, y nada las distingue.',
    },
    not_enough_evidence: {
      title: 'No basta para darle nombre',
      why: 'Es un ave, pero no hay suficiente ni para decir su familia.',
    },
  },
  term: {
    look: { for: 'Se parece a esta ave', against: 'Solo se parece algo a esta ave' },
    with_place: { for: 'Con el lugar, sigue siendo esta ave', against: 'Con el lugar, menos probable' },
    margin: { for: 'Ninguna otra se le acerca', against: 'Otra ave le sigue de cerca' },
    lives_here: { for: 'Vive aquí', against: 'Aquí es rara o no se da' },
    ruled_out: {
      for: 'Nada apunta a aves de otros lugares',
      against: 'En parte parece un ave que no vive aquí',
    },
    agreement: { for: 'Varias miradas coinciden', against: 'Las miradas no coinciden, o solo hubo una' },
    pixels: { for: 'El ave se ve grande en la foto', against: 'El ave se ve pequeña en la foto' },
    quality: { for: 'Bastante clara para juzgar', against: 'Apenas lo bastante clara para juzgar' },
    found: { for: 'Claramente un ave en la foto', against: 'Costó encontrar el ave en la foto' },
    no_bird: { for: 'Seguro que es un ave', against: 'Puede que no sea un ave' },
    coverage: {
      for: 'La aplicación conoce la mayoría de las aves de este lugar',
      against: 'La aplicación no conoce muchas de las aves de este lugar',
    },
    unlabelled: {
      for: 'Aquí no vive ninguna pariente que la aplicación no conozca',
      against: 'Aquí vive una pariente que la aplicación no conoce',
    },
    month: { for: 'Se sabe el mes', against: 'No se sabe el mes' },
    best_window: { for: 'Muy clara por un momento', against: 'Nunca muy clara' },
    windows: { for: 'Se oyó varias veces', against: 'Se oyó solo un momento' },
    others: { for: 'Cantan pocas otras aves', against: 'Cantan muchas otras aves' },
    signal: { for: 'Destaca sobre el ruido', against: 'Apenas se distingue del ruido' },
    observer: { for: 'Tu respuesta encaja', against: 'Tu respuesta no encaja bien' },
    sounds_alike: { for: 'Ningún ave de aquí suena parecido', against: 'Aquí viven aves que suenan parecido' },
  },
  heardTerm: {
    look: { for: 'Suena como esta ave', against: 'Solo suena algo como esta ave' },
    agreement: {
      for: 'Varios momentos de la grabación coinciden',
      against: 'Los momentos de la grabación no coinciden, o solo hubo uno',
    },
  },
  howMuch: { much: 'mucho', some: 'claramente', little: 'un poco' },
  help: {
    a_place: 'Un lugar: indica qué aves viven allí.',
    a_date: 'Una fecha: indica qué aves hay en esa época del año.',
    a_closer_photo: 'Una foto más cercana, en la que el ave ocupe más espacio.',
    a_sharper_photo: 'Una foto más nítida: sin mover la cámara y enfocando el ave.',
    better_light: 'Una foto con mejor luz, con el sol a la espalda.',
    another_photo: 'Otra foto de la misma ave, desde otro lado.',
    a_sound: 'Una grabación de su reclamo o canto.',
    a_closer_recording: 'Una grabación más cercana, con el micrófono hacia el ave.',
    a_quieter_recording: 'Una grabación al abrigo del viento y sin gente hablando.',
    another_recording: 'Otra grabación de la misma ave.',
    a_photo: 'Una foto del ave.',
  },
  rung: {
    reached: (rung) => `Seguridad: ${chance(rung.probability)}, suficiente para este nivel.`,
    below_bar: ({ probability, bar }) =>
      `Seguridad insuficiente: ${chance(probability)}. ` +
      (chance(probability) === inPercent(bar)
        ? 'Este nivel pide un poco más.'
        : `Este nivel pide el ${inPercent(bar)}.`),
    not_in_top_k: () => 'Nada de lo visto u oído apuntaba a ella.',
    views_disagree: () => 'Dos miradas al ave no coinciden.',
    senses_disagree: () => 'La imagen y la voz dicen aves distintas.',
    observer_disagrees: () => 'Ya no se nombra: tu respuesta habla en contra.',
    quality_failed: () => 'Sin intentar: el ave no se ve o no se oye bastante bien.',
    no_bird: () => 'Sin intentar: no hay ave que comparar.',
    nothing_classified: () => 'Sin intentar: no se comparó nada.',
    policy_declined: () => 'Sin intentar: se eligió una respuesta más amplia.',
  },
};
