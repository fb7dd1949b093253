import { inNumber, plural } from '../language.svelte';
import type { finding as english } from '../en/finding';

const many = (count: number): string => `${inNumber(count)} ${plural(count, 'observación', 'observaciones')}`;

export const finding: typeof english = {
  title: 'Tu cuaderno',
  opening: 'Abriendo el cuaderno',
  empty: 'Todavía no has guardado nada. Pulsa «Guardar» en un resultado y lo encontrarás aquí.',
  home: 'Identificar un ave',
  search: 'Buscar por nombre, lugar, fecha o nota',
  filter: {
    title: (set) => (set === 0 ? 'Filtrar' : `Filtrar (${set})`),
    any: 'Todo',
    sureness: 'Certeza',
    species: 'Especie',
    family: 'Familia',
    place: 'Lugar',
    month: 'Mes',
    surenesses: {
      all: 'Cualquiera',
      sure: 'Segura',
      unsure: 'Dudosa',
      check: 'Conviene revisarla',
    },
  },
  count: (found, all) => (found === all ? `${many(all)}.` : `${inNumber(found)} de ${many(all)}.`),
  clear: 'Quitar los filtros',
  none: 'No hay nada así en tu cuaderno. Prueba con menos palabras o filtros.',
  views: { title: 'Ver como', list: 'Lista', map: 'Mapa', calendar: 'Calendario' },
  unnamed: 'Sin nombre',
  unusual: 'Poco común aquí',
  noDay: 'Sin fecha',
  map: {
    label:
      'Mapa de tus observaciones. Las flechas lo mueven, más y menos acercan y alejan, Intro elige lo que está en el centro.',
    how: 'Toca un círculo para ver lo que se observó allí.',
    inSight: (count) => `${many(count)} en esta parte del mapa.`,
    here: (count) => `${many(count)} aquí.`,
    noPlace: (count) => `${many(count)} sin lugar no ${plural(count, 'aparece', 'aparecen')} en el mapa.`,
    closer: (more) => `Y ${inNumber(more)} más. Acerca el mapa para verlas.`,
  },
  calendar: {
    earlier: 'Mes anterior',
    later: 'Mes siguiente',
    month: 'Mes',
    day: (day, count) => (count === 0 ? `${day}: nada` : `${day}: ${many(count)}`),
    listed: (count, when) => `${when}: ${many(count)}.`,
  },
  toReview: (count) => `Revisar ${inNumber(count)}`,
  review: {
    title: 'Revisar',
    lead: 'Lo que la aplicación dudó y lo que es poco común en ese lugar y época. Una tecla o un toque por cada una.',
    left: (count, later) =>
      `${plural(count, 'Queda', 'Quedan')} ${inNumber(count)}${later === 0 ? '' : `; ${inNumber(later)} para después`}.`,
    why: {
      unsure: 'La aplicación no estaba segura.',
      unusual: 'Poco común en este lugar y época.',
    },
    sureOnes: 'Nadie la ha comprobado todavía.',
    actions: 'Tu opinión',
    confirm: 'Confirmar',
    reject: 'Rechazar',
    correct: 'Corregir',
    later: 'Después',
    undo: 'Deshacer',
    open: 'Abrir la observación',
    orIs: '¿O es una de estas?',
    keys: 'Teclas: Y confirmar, N rechazar, C corregir, L después, U deshacer; los números eligen un ave.',
    nothingToConfirm: 'No se dio ningún nombre, así que no hay nada que confirmar.',
    said: {
      confirmed: (name) => `Confirmada: ${name}.`,
      rejected: (name) => `Rechazada: ${name}.`,
      corrected: (name) => `Corregida: ${name}.`,
      later: 'Se deja para la próxima visita.',
      undone: 'Deshecho.',
    },
    done: 'Todo revisado.',
    doneWhy: 'No hay nada más que convenga revisar.',
    alsoSure: (count) => `Comprobar ${many(count)} de las que la aplicación estaba segura`,
    again: (count) => `Ver las ${inNumber(count)} que dejaste para después`,
    back: 'Al cuaderno',
  },
};
