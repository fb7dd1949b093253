import { inNumber, plural } from '../language.svelte';
import type { library as english } from '../en/library';

export const library: typeof english = {
  waiting: 'Quedan fotos por mirar',
  what: (done, total) => `${inNumber(done)} de ${inNumber(total)} estaban listas cuando se cerró la aplicación.`,
  goOn: 'Continuar',
  discard: 'Olvidar el resto',
  safe: 'Puedes cerrar la aplicación. Seguirá desde aquí cuando vuelvas.',
  unsafe: 'No hay espacio para recordar el resto. Deja esta página abierta hasta que termine.',
  photos: (count) => `${inNumber(count)} ${plural(count, 'foto', 'fotos')}`,
  how: 'Las fotos tomadas con poca diferencia en un mismo lugar cuentan como una sola ave.',
  keepAll: 'Guardar todas en el cuaderno',
  kept: (count) => `${inNumber(count)} en tu cuaderno.`,
  inBook: 'En tu cuaderno',
};
