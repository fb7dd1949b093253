import type { refusals as english } from '../en/refusals';

type Every<Words> = { [Kind in keyof Words]: Required<Words[Kind]> };

export const refusals: Every<typeof english> = {
  photo: {
    not_an_image:
      'Este archivo no es una foto que el navegador pueda leer. Elige un archivo JPEG, PNG, WebP, AVIF o GIF.',
    empty_file: 'Este archivo está vacío. Cópialo de nuevo de la cámara o del teléfono y vuelve a elegirlo.',
    unreadable_file: 'Este archivo ya no se puede leer: se movió, cambió o su unidad no está. Elígelo otra vez.',
    damaged_image: 'Esta foto está dañada: solo se puede leer una parte. Cópiala de nuevo de la cámara o del teléfono.',
    heic: 'Este navegador no puede leer fotos HEIC. Guárdala antes como JPEG: en un iPhone, Ajustes, Cámara, Formatos, «Más compatible», o envíate la foto a ti mismo, que la convierte.',
    too_large: 'Esta foto es demasiado grande. Guarda una copia de 50 megapíxeles como máximo y elígela.',
    out_of_memory:
      'No hubo memoria suficiente para abrir esta foto. Cierra otras pestañas o elige una copia más pequeña.',
    worker_lost: 'La apertura de esta foto se interrumpió. Elígela otra vez.',
  },
  sound: {
    not_audio:
      'Este archivo no es una grabación que el navegador pueda leer. Elige un archivo WAV, MP3, FLAC, OGG, Opus o M4A.',
    empty_file: 'Este archivo está vacío. Cópialo de nuevo de la grabadora o del teléfono y vuelve a elegirlo.',
    unreadable_file: 'Este archivo ya no se puede leer: se movió, cambió o su unidad no está. Elígelo otra vez.',
    no_sound: 'Este archivo tiene cabecera, pero no sonido. Cópialo de nuevo de la grabadora o del teléfono.',
    too_short: 'Esta grabación termina antes de que un ave pueda cantar. Elige una de al menos medio segundo.',
    damaged_audio: 'Esta grabación está dañada y no se puede leer. Cópiala de nuevo de la grabadora o del teléfono.',
    wrong_header:
      'La cabecera de este archivo no puede ser correcta, así que no se sabe a qué velocidad reproducirlo. Grábalo o expórtalo otra vez.',
    video_file: 'Es un vídeo. Guarda su sonido en un archivo aparte (MP3, M4A o WAV) y elígelo.',
    cannot_decode: 'Este navegador no puede leer este tipo de archivo de sonido. Guárdalo como WAV o MP3 y elígelo.',
    too_large: 'Este navegador solo abre grabaciones largas en WAV. Guárdala como WAV o elige una parte más corta.',
    out_of_memory: 'No hubo memoria suficiente para abrir esta grabación. Cierra otras pestañas o elige una más corta.',
    worker_lost: 'La apertura de esta grabación se interrumpió. Elígela otra vez.',
  },
  storage: {
    storage_full: 'No queda espacio en este dispositivo. Borra observaciones antiguas o libera espacio.',
    storage_unavailable:
      'Este navegador no guarda datos de la aplicación (¿una ventana privada?). El resultado se queda hasta que salgas de la página.',
    storage_closed: 'Otra pestaña ha abierto una versión más nueva de la aplicación. Recarga esta página.',
    observation_gone: 'Esta observación se borró entretanto, quizá en otra pestaña.',
  },
};
