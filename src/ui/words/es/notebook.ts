import type { Problem } from '../../problem';
import type { Catalogue } from '../catalogue';

export const notebook: Catalogue['notebook'] = {
  keep: {
    title: 'Cuaderno de campo',
    keep: 'Guardar',
    draft: (days) =>
      `Un borrador: desaparece ${days === 0 ? 'hoy' : days === 1 ? 'en un día' : `en ${days} días`} si no lo guardas.`,
    ask: '¿Qué quieres guardar de las fotos?',
    original: 'Los originales',
    reduced: 'Copias más pequeñas',
    originalWhy: (size) => `Tal como son, ${size}.`,
    reducedWhy: 'De 1600 píxeles de ancho como máximo, unos 0,3 MB cada una.',
    later: 'Puedes cambiarlo en los ajustes.',
    kept: 'Guardado en tu cuaderno.',
    cleared: (count): Problem => ({
      title: 'Tu cuaderno está vacío',
      message:
        `El navegador ha borrado ${count === 1 ? 'la observación' : `las ${count} observaciones`} que habías guardado, como hacen los navegadores cuando a un dispositivo ` +
        'le falta espacio. Si tienes una copia, recupérala en «Exportar y copia de seguridad».',
      safe: 'Si instalas la aplicación, esto es menos probable.',
    }),
    failed: 'Esta observación no se ha guardado',
    stays: 'Se queda entre las recientes como borrador.',
    unchangedTitle: 'Tu cambio no se ha guardado',
    unchanged: 'Lo que estaba guardado sigue como estaba.',
  },
  status: {
    open: 'Por comprobar',
    confirmed: 'Confirmada por ti',
    corrected: 'Corregida por ti',
    rejected: 'Rechazada por ti',
  },
  confirm: 'Confirmar',
};
