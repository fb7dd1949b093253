import { durationInWords } from '../../format';
import type { Catalogue } from '../catalogue';

export const region: Catalogue['region'] = {
  title: 'Listo para el campo',
  why: 'Antes de un viaje, deja calculadas en este dispositivo las aves de una región: en el campo, las respuestas llegarán antes. También se descarga el modelo de voces, si aún no está.',
  open: 'Elegir una región',
  choose: 'Toca el centro de la región en el mapa.',
  chosen: (degrees) => `${degrees}: unos 1100 km de sur a norte.`,
  prepare: 'Preparar esta región',
  working: (done, total, left) =>
    `${done} de ${total} cuadros${left === null ? '' : `, quedan unos ${durationInWords(left)}`}. No salgas de esta página.`,
  progress: 'Cuadros preparados',
  cancel: 'Parar',
  cancelled: (done, total) =>
    `Parado tras ${done} de ${total} cuadros. Se conservan; la próxima vez se sigue desde ahí.`,
  sides: { north: 'N', south: 'S', east: 'E', west: 'O' },
  between: (from, to) => `de ${from} a ${to}`,
  ready: 'Listo para el campo. Los cuadros se quedan en este dispositivo.',
};
