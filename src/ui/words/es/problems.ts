import { inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { listInWords, plural } from '../language.svelte';

const quoted = (titles: readonly string[]): string => listInWords(titles.map((title) => `«${title}»`));

export const problems: Catalogue['problems'] = {
  missingPacks: (titles) => ({
    title: 'Faltan algunos modelos',
    message: `No se ${plural(titles.length, 'pudo leer', 'pudieron leer')} ${quoted(titles)} y no se ${plural(titles.length, 'usa', 'usan')}. Vuelve a cargar la página con conexión para intentarlo de nuevo.`,
    safe: 'Los demás modelos hacen lo que pueden.',
  }),
  lostPacks: (titles, bytes) => ({
    title: plural(titles.length, 'Un paquete ya no está aquí', `${titles.length} paquetes ya no están aquí`),
    message:
      `El navegador ha borrado ${quoted(titles)} (${inSize(bytes)}), como hacen los navegadores cuando falta espacio. ` +
      'Hasta que se descargue otra vez, los modelos de la aplicación hacen su trabajo.',
    safe: 'Con la aplicación instalada es menos probable.',
  }),
  notReady: (message) => ({
    title: 'No se pudieron preparar los modelos',
    message,
    safe: 'Las observaciones guardadas están a salvo.',
  }),
  notLoaded:
    'Una parte de la aplicación no se cargó. Vuelve a cargar la página; si no ayuda, conéctate una vez y cárgala de nuevo.',
  notSaved: (message) => ({ title: 'Esta observación no se ha guardado', message, safe: '' }),
  soundNotSaved: (message, recorded) => ({
    title: 'La grabación no se ha guardado',
    message,
    safe: recorded ? 'Todavía se puede abrir desde el inicio.' : 'El archivo en sí no ha cambiado.',
  }),
  notOpened: (name, message, others) => ({
    title: name ? `«${name}» no se abrió` : 'El archivo no se abrió',
    message,
    safe: others ? 'Los demás archivos, la fecha y el lugar se conservan.' : 'El archivo en sí no ha cambiado.',
  }),
  deleted: 'Observación borrada. Se puede recuperar.',
};
