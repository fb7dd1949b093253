import type { Catalogue } from '../catalogue';

export const arrivals: Catalogue['arrivals'] = {
  title: 'Compartido con Goldcrest',
  lead: 'Todavía no se ha mirado ni guardado nada.',
  files: (count: number) => (count === 1 ? 'Un archivo' : `${count} archivos`),
  identify: 'Identificar',
  discard: 'Descartar',
  discarded: 'Descartado. No se ha guardado nada.',
  none: 'Aquí no espera nada.',
  home: 'A la primera pantalla',
  sound: 'Grabación',
  results: {
    files: '',
    empty:
      'La otra aplicación no compartió nada: no llegó ningún archivo. Ocurre en algunos teléfonos. Comparte de nuevo o elige la foto aquí.',
    full: 'No había sitio en este dispositivo para lo compartido. Libera espacio y comparte de nuevo.',
  },
  earlier: 'Lo que se compartió antes sigue aquí:',
};
