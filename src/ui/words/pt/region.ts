import { durationInWords } from '../../format';
import type { Catalogue } from '../catalogue';

export const region: Catalogue['region'] = {
  title: 'Pronto para o campo',
  why: 'Antes de uma viagem, deixe calculadas neste aparelho as aves de uma região: em campo, as respostas chegam mais rápido. O modelo de vozes também é baixado, se ainda faltar.',
  open: 'Escolher uma região',
  choose: 'Toque no mapa, no meio da região.',
  chosen: (degrees) => `${degrees}: cerca de 1.100 km de sul a norte.`,
  prepare: 'Preparar esta região',
  working: (done, total, left) =>
    `${done} de ${total} quadros${left === null ? '' : `, faltam cerca de ${durationInWords(left)}`}. Fique nesta página.`,
  progress: 'Quadros preparados',
  cancel: 'Parar',
  cancelled: (done, total) =>
    `Parado após ${done} de ${total} quadros. Eles ficam guardados; da próxima vez, continua dali.`,
  sides: { north: 'N', south: 'S', east: 'L', west: 'O' },
  between: (from, to) => `${from} a ${to}`,
  ready: 'Pronto para o campo. Os quadros ficam neste aparelho.',
};
