import { inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { plural } from '../language.svelte';

export const about: Catalogue['about'] = {
  title: 'Ajustes e información',
  settings: 'Ajustes',
  screenLanguage: 'Idioma',
  language: 'Nombres de las aves',
  asScreens: 'Como la aplicación',
  asBrowser: 'Como el navegador',
  fallback: 'Si un ave no tiene nombre en ese idioma, se muestra el inglés.',
  colours: 'Colores',
  themes: { system: 'Como el dispositivo', light: 'Claro', dark: 'Oscuro' },
  privacy: {
    title: 'Privada desde el diseño',
    promise:
      'Goldcrest no tiene ningún servidor que pueda recibir nada. Las fotos se abren, se miden y se comparan en este navegador. ' +
      'La fecha y el lugar salen de la foto o los pones tú, y se quedan en este navegador. No hay cuentas, no se cuentan las visitas ' +
      'y no se consulta ningún otro sitio, salvo cuando pides descargar un paquete.',
    kept: 'Una observación guardada contiene sus pruebas y una copia pequeña de la foto. Si la borras aquí, se borra para siempre.',
    observations: 'Observaciones guardadas',
    storage: 'Espacio ocupado',
    used: (bytes) => `${inSize(bytes)}, con los modelos y la aplicación`,
    group: 'Borrar todas las observaciones y los ajustes',
    sure: 'Esto borra de este dispositivo todas las observaciones guardadas y tus ajustes. Los modelos se quedan.',
    confirm: 'Borrar',
    keep: 'Conservar',
    delete: 'Borrar mis datos',
  },
  models: {
    title: (pack) => `Los modelos: ${pack}`,
    version: (version, bytes) => `Versión ${version}, ${inSize(bytes)}.`,
    cards: (count) => `Cómo se ${count === 1 ? 'hizo y midió el modelo' : `hicieron y midieron sus ${count} modelos`}`,
    more: 'Más modelos',
    others: 'Hay otros modelos en paquetes, que tú eliges, conservas y quitas.',
    packs: 'Paquetes y espacio',
  },
  developers: {
    title: 'Para desarrolladores',
    why: 'Cada observación muestra entonces los datos en bruto de cada paso y se puede guardar como JSON. También puedes dejar que un modelo de lenguaje decida los pasos y compararlo con las reglas.',
    show: 'Mostrar datos en bruto, políticas y tokens',
    compare: 'Quién decide los pasos',
  },
  app: {
    title: 'La aplicación',
    under: (version) => `Goldcrest ${version}, con la`,
    licence: 'licencia Apache 2.0',
    own: 'Los modelos tienen su propia licencia, indicada arriba.',
    sources: (taxonomy, species) =>
      `Nombres de las aves según ${taxonomy}: ${species} especies. Tipos de letra: Newsreader y Source Sans 3, con la SIL Open Font Licence. ` +
      'Rasgos de las aves: AVONET (Tobias et al. 2022), con CC BY 4.0, resumido. Mapa: Natural Earth, de dominio público. Nombres de lugares: GeoNames, con CC BY 4.0, resumido; ' +
      'los de estados y provincias también de Unicode CLDR, con la Unicode License, y de iso-codes, con la LGPL 2.1 o posterior.',
  },
  licence: {
    nonCommercial: 'Solo para uso no comercial.',
    free: 'Libre para cualquier uso.',
  },
  card: {
    figures: (count) => plural(count, '1 cifra medida', `${count} cifras medidas`),
    caption: (title) => `Cifras de ${title}`,
    measured: 'Medida',
    value: 'Valor',
    on: 'Con',
    interval: (low, high) => `(de ${low} a ${high})`,
    with: 'Mediante',
    calibrated: (on, photos, date, error) =>
      `Probabilidades calibradas con ${on}, ${photos} fotos, ${date}${error === null ? '' : `; error medio ${error}`}.`,
    source: (source) => `Fuente: ${source}`,
  },
};
