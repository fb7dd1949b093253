import type { Processing } from '../../../recorder/microphone';
import type { Catalogue } from '../catalogue';
import { listInWords } from '../language.svelte';

const SAFE = 'Todo lo grabado hasta ahora está guardado.';

const PROCESSING: Record<Processing, string> = {
  echoCancellation: 'la cancelación de eco',
  noiseSuppression: 'la reducción de ruido',
  autoGainControl: 'el nivel automático',
};
const named = (list: readonly Processing[]): string => listInWords(list.map((one) => PROCESSING[one]));

export const microphone: Catalogue['microphone'] = {
  refusal: {
    refused: {
      title: 'No se permitió usar el micrófono',
      message: 'Permite el micrófono para esta página en el navegador, junto a la dirección, y vuelve a intentarlo.',
      safe: 'Las fotos y los archivos de sonido funcionan sin él.',
    },
    none_there: {
      title: 'No se encontró ningún micrófono',
      message: 'Conecta uno o abre un archivo con el sonido.',
      safe: '',
    },
    in_use: {
      title: 'El micrófono no responde',
      message: 'Quizá lo esté usando otra aplicación. Ciérrala y vuelve a intentarlo.',
      safe: '',
    },
    not_allowed_here: {
      title: 'Esta dirección no puede usar el micrófono',
      message: 'Los navegadores solo dan el micrófono a páginas con https. Abre la aplicación en su dirección https.',
      safe: 'Aquí se pueden abrir archivos de sonido.',
    },
    unsupported: {
      title: 'Este navegador no puede grabar',
      message: 'Graba con otra aplicación y abre aquí el archivo.',
      safe: '',
    },
  },
  ended: {
    microphone_lost: {
      title: 'El micrófono ya no está',
      message: 'Se desconectó o lo tomó otra aplicación. Conéctalo y graba de nuevo.',
      safe: SAFE,
    },
    storage_full: {
      title: 'No queda espacio en este dispositivo',
      message: 'La grabación se detuvo aquí. Borra observaciones antiguas o libera espacio antes de la próxima.',
      safe: SAFE,
    },
  },
  unstored: {
    title: 'Esta grabación solo está en la memoria',
    message:
      'El navegador no guarda nada de esta página (¿una ventana privada?). Si la cierras, la grabación se pierde.',
    safe: '',
  },
  processing: {
    on: (which) =>
      `El navegador mantiene ${named(which)}, aunque se le pidió que no. Pueden faltar voces débiles y agudas.`,
    untold: (which) => `El navegador no dice si usa ${named(which)}.`,
    none: 'Grabado tal como lo oye el micrófono, sin filtrar ni nivelar.',
  },
};
