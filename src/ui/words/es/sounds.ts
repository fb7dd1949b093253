import { durationInWords, inSize, momentInWords } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber, plural } from '../language.svelte';

export const sounds: Catalogue['sounds'] = {
  record: {
    window: 'Escuchando',
    listening: 'Escuchando',
    title: 'Escuchar aves',
    clock: 'Grabado hasta ahora',
    paused:
      'En pausa: la pantalla estaba apagada o el micrófono lo tiene otra aplicación. Sigue sola en cuanto puede; ' +
      'lo grabado se conserva.',
    screenOff: (keptOn) =>
      `La escucha se detiene al apagarse la pantalla${keptOn ? ', así que se mantiene encendida' : '; mantenla encendida'}. ` +
      'Cada segundo se guarda al momento en este dispositivo.',
    sure: '¿Descartar la grabación?',
    confirm: 'Descartar',
    goOn: 'Seguir',
    storing: 'Guardando',
    stop: 'Parar y revisar',
    discard: 'Descartar',
    how: 'Las aves reciben nombre mientras cantan, con el mismo cuidado que en una foto. Apunta el teléfono hacia el ave y quédate quieto.',
    facts: (keptOn) => [
      'El sonido nunca sale de este dispositivo.',
      'Los tramos en que se oye a personas no se guardan.',
      `La escucha se detiene al apagarse la pantalla${keptOn ? ', así que se mantiene encendida mientras tanto' : ': mantenla encendida'}.`,
    ],
    asking: 'Pidiendo el micrófono',
    again: 'Intentar de nuevo',
    start: 'Empezar',
    back: 'Atrás',
  },
  cutOff: {
    label: 'Una grabación interrumpida',
    title: 'Una grabación se interrumpió',
    what: (at, seconds) =>
      `${momentInWords(at)}, ${durationInWords(seconds)}. Todo hasta ese momento está aquí, en este dispositivo.`,
    confirm: 'Borrar para siempre',
    keep: 'Conservar',
    open: 'Revisar',
    delete: 'Borrar',
  },
  model: {
    what: (title, bytes) =>
      `Los nombres los da ${title}. Llega al abrir el primer sonido (${inSize(bytes)}) y después funciona sin conexión.`,
  },
  now: {
    title: 'Oído hasta ahora',
    play: (bird) => `Oír ${bird} otra vez`,
    arriving: (done, total) => `Descargando el modelo de voces: ${inSize(done)} de ${inSize(total)}.`,
    now: 'ahora',
    lastAt: (time) => `por última vez en ${time}`,
    unable: (why) => `${why} La grabación sigue; se puede revisar después.`,
    loading: 'Preparándose para dar nombres.',
    none: 'Ningún ave con nombre todavía. Solo se nombra cuando se oye con bastante claridad.',
    unsure: 'Algo canta, pero aún no se oye con bastante claridad para darle nombre.',
  },
  files: {
    title: 'Grabaciones',
    done: (count) => `Escuchadas las ${count}.`,
    progress: (done, count, left) =>
      `${done} de ${count} escuchadas${left === null ? '' : `, quedan unos ${durationInWords(left)}`}.`,
    species: (count, over) => {
      if (count === 0) return over ? 'Ninguna especie con nombre.' : 'Ninguna especie con nombre todavía.';
      return `${count === 1 ? 'Una especie' : `${count} especies`}${over ? '' : ' por ahora'}.`;
    },
    bar: 'Grabaciones escuchadas',
    stop: 'Parar',
    goOn: 'Seguir',
    none: 'No se oyó ningún ave.',
    fainter: (count) => plural(count, 'y una conjetura más débil', `y ${count} conjeturas más débiles`),
    waiting: 'En espera',
    empty: 'No hay grabaciones abiertas. Elige algunas o una carpeta entera: cada una se escucha en este dispositivo.',
    open: 'Abrir grabaciones',
  },
  panel: {
    label: (name) => `Grabación ${name}`,
    notKept: 'La grabación en sí no se guardó, solo esta imagen de ella.',
    none: 'En esta grabación no se oyó ningún ave.',
  },
  mark: {
    when: (from, to) => `de ${from} a ${to} s`,
    people: (when) => `Se oye a personas ${when}. Reproducir`,
    bird: (name, chance, percent, when) => `${name}, ${chance}, ${percent}, ${when}. Reproducir`,
  },
  spectrogram: {
    label: (name, kilohertz, length, birds) =>
      `Espectrograma de ${name || 'la grabación'}: de 0 a ${inNumber(kilohertz)} kHz, ${length}. ` +
      (birds === 0
        ? 'No hay ningún ave marcada.'
        : `${plural(birds, 'Hay un ave marcada', `Hay ${birds} aves marcadas`)}. Las flechas van de un recuadro a otro; Intro lo reproduce.`),
    live: (kilohertz) => `Lo que oye ahora el micrófono, de 0 a ${inNumber(kilohertz)} kHz`,
  },
  tools: {
    pause: 'Pausa',
    play: 'Reproducir la grabación',
    silent: 'Este navegador no puede reproducirla.',
    wider: 'Ver un tramo más largo',
    closer: 'Ver más de cerca',
  },
  table: {
    caption: 'Aves de la grabación, con sus tiempos, probabilidad y resultado',
    bird: 'Ave',
    probability: 'Probabilidad',
    verdict: 'Resultado',
    play: (bird, seconds) => `Reproducir ${bird} en ${seconds} s`,
    moreTimes: (count) => `${count} más`,
    moreBirds: (count) => `${count} más, menos probables`,
    notEnough: 'no es suficiente',
  },
  voice: {
    heard: (where, seconds) => `Se oye a personas ${where}, ${seconds} s en total.`,
    from: (time) => `desde ${time}`,
    places: (count) => `en ${inNumber(count)} tramos`,
    erased: 'Esos tramos están en silencio en la copia guardada.',
    willBeErased: 'Quedarán en silencio en la copia guardada.',
    kept: 'Están en la copia guardada.',
    leaveOut: 'Dejarlos fuera',
    keep: 'Conservarlos',
    erase: 'Borrarlos',
    confirm: 'Borrar para siempre',
    leave: 'Cancelar',
  },
  export: {
    raven: 'Tabla de selección de Raven',
    csv: 'CSV',
    recording: 'Grabación',
    share: 'Compartir',
    notKept: 'La grabación no se guardó.',
  },
};
