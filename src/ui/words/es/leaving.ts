import type { Catalogue } from '../catalogue';
import { plural } from '../language.svelte';
import { inSize } from '../../format';

const birds = (count: number): string => (count === 1 ? 'una observación' : `${count} observaciones`);
const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

export const leaving: Catalogue['leaving'] = {
  title: 'Exportar y copia de seguridad',
  lead: 'Lo que has guardado es tuyo. Llévalo a otros programas o guarda una copia de todo.',
  empty: 'Todavía no hay nada guardado. Pulsa «Guardar» en un resultado y podrás exportarlo y copiarlo desde aquí.',
  loading: 'Leyendo tu cuaderno',
  export: {
    title: 'Exportar',
    what: 'Para',
    formats: {
      ebird: {
        name: 'eBird',
        why: 'Un archivo para «Importar datos» en ebird.org, una fila por especie, día y lugar.',
      },
      inaturalist: { name: 'iNaturalist', why: 'Un archivo CSV para «Importar observaciones».' },
      darwinCore: {
        name: 'GBIF y museos',
        why: 'Un archivo Darwin Core, con recuadros en las fotos y tiempos en los sonidos.',
      },
      photographers: {
        name: 'Programas de fotos',
        why: 'Un archivo adjunto por foto con palabras clave para Lightroom, digiKam o darktable. Ponlo junto a la foto.',
      },
      table: {
        name: 'Hojas de cálculo',
        why: 'Una tabla CSV, una fila por observación, con lo que la aplicación había nombrado al lado.',
      },
      raven: {
        name: 'Raven',
        why: 'Una tabla de selección de las grabaciones que guardaste, una fila por cada vez que se oye el ave.',
      },
      map: { name: 'Mapas', why: 'GeoJSON, para QGIS, uMap o geojson.io.' },
    },
    which: 'Observaciones',
    confirmed: 'Confirmadas por ti',
    all: 'Todas, también lo que solo dijo la aplicación',
    year: 'Año',
    everyYear: 'Todos los años',
    place: 'Lugares',
    blurs: {
      exact: 'Como los guardaste',
      kilometre: 'A 1 km aproximadamente',
      tenKilometres: 'A 11 km aproximadamente',
    },
    blurWhy: 'Los lugares redondeados no llevan el nombre del lugar. Úsalos para aves que podrían ser molestadas.',
    preview: (observations: number, species: number) =>
      observations === 0
        ? 'Ninguna observación cumple esta selección.'
        : `${capital(birds(observations))} de ${species === 1 ? 'una especie' : `${species} especies`}.`,
    noneConfirmed: 'Ninguna de tus observaciones está confirmada todavía. Confirma algunas o elige todas.',
    leftOut: (noDay: number, noPlace: number) =>
      `${capital(
        [noDay > 0 ? `${birds(noDay)} sin día` : '', noPlace > 0 ? `${birds(noPlace)} sin lugar` : '']
          .filter((text) => text)
          .join(' y '),
      )}: fuera del archivo, porque eBird necesita ambos.`,
    noSounds: 'Ninguna tiene grabación, así que no hay nada que seleccionar.',
    sensitive: (count: number) =>
      `${capital(birds(count))} que marcaste como sensible: el lugar se redondea siempre a unos 11 km.`,
    noName: 'Tu nombre no está puesto, así que el archivo dice «the observer».',
    setName: 'Poner tu nombre',
    noPhotos: 'Ninguna tiene foto, así que no hay dónde escribir palabras clave.',
    download: 'Descargar',
    working: 'Escribiendo el archivo',
    done: (name: string) => `${name} está en tus descargas.`,
  },
  backup: {
    title: 'Copia de seguridad',
    why: 'Un archivo con cada observación, foto, sonido y todo lo que se dijo. Guárdalo en otro dispositivo.',
    last: (when: string) => `Última copia: ${when}.`,
    never: 'Aún no hay copia.',
    since: (count: number) => (count === 0 ? 'Nada nuevo desde entonces.' : `${capital(birds(count))} desde entonces.`),
    due: (count: number) =>
      `${count} observaciones están solo en este dispositivo. Una copia las protege si se pierde o se borran sus datos.`,
    make: 'Hacer la copia',
    making: 'Haciendo la copia',
    progress: (done: number, total: number) => `${done} de ${total}`,
    made: (observations: number, media: number, bytes: number) =>
      `Copia lista: ${birds(observations)}, fotos y sonidos: ${media}, ${inSize(bytes)}. Está en tus descargas.`,
    missing: (count: number) =>
      count === 1
        ? 'Una foto o un sonido ya no está en este dispositivo y falta en ella.'
        : `${count} fotos y sonidos ya no están en este dispositivo y faltan en ella.`,
  },
  folder: {
    why: 'O elige una carpeta, en este dispositivo o una que otro programa lleve a otro sitio: lo que guardes se escribirá también allí.',
    choose: 'Mantener una carpeta al día',
    writing: (name: string) => `Escribiendo en «${name}».`,
    inStep: (name: string, when: string) => `«${name}» está al día desde ${when}.`,
    asking: (name: string) => `El navegador vuelve a preguntar antes de escribir en «${name}».`,
    allow: 'Permitir',
    failed: (name: string) =>
      `No se pudo escribir en «${name}». ¿Sigue ahí y tiene espacio? Lo que guardaste está a salvo en la aplicación.`,
    again: 'Intentar de nuevo',
    stop: 'Dejar de hacerlo',
    restore: 'Elegir una carpeta de copia',
  },
  restore: {
    title: 'Recuperar una copia',
    why: 'Verás lo que cambiaría antes de que cambie nada. Lo que hay en este dispositivo se queda.',
    choose: 'Elegir el archivo de la copia',
    reading: 'Leyendo la copia',
    from: (when: string) => `Copia del ${when}`,
    fresh: (count: number) => plural(count, `${count} nueva`, `${count} nuevas`),
    changed: (count: number) => plural(count, `${count} distinta, se unirá`, `${count} distintas, se unirán`),
    same: (count: number) => plural(count, `${count} igual`, `${count} iguales`),
    renamed: 'Nombres que han cambiado desde entonces',
    renamedTo: (was: string, now: string) => `${was} es ahora ${now}`,
    unknown: (was: string) => `${was} no está hoy en ninguna lista; queda como se escribió`,
    nothing: 'Todo lo de esta copia ya está aquí.',
    restore: 'Recuperar',
    cancel: 'Cancelar',
    working: 'Recuperando fotos y sonidos',
    done: (added: number, changed: number) =>
      `Hecho: ${plural(added, `${added} añadida`, `${added} añadidas`)}, ${plural(changed, `${changed} unida`, `${changed} unidas`)}.`,
    undo: 'Deshacer',
    undone: 'Deshecho. El cuaderno está como antes.',
    broughtBack: 'Has recuperado una copia.',
    undoneBut: (stayed) => `Deshecho. Lo que has cambiado desde entonces se queda: ${birds(stayed)}.`,
    failed: 'La copia no se ha recuperado',
    safe: 'Tu cuaderno está como estaba.',
    problems: {
      not_a_zip: 'Este archivo no es una copia de seguridad. Elige el que empieza por «goldcrest-backup».',
      not_a_backup: 'Este zip es de otra cosa. Elige el archivo que empieza por «goldcrest-backup».',
      cut_off: 'A este archivo le falta el final. Vuelve a copiarlo desde donde se hizo e inténtalo de nuevo.',
      newer_format:
        'Esta copia es de una versión más reciente de la aplicación. Actualízala en este dispositivo e inténtalo de nuevo.',
      damaged: 'Parte de esta copia está dañada o ha sido modificada. Prueba con otra copia.',
      too_large: 'Este archivo dice contener más que cualquier cuaderno, así que no se ha abierto.',
      storage_full:
        'En este dispositivo no hay sitio para las fotos y los sonidos. Libera espacio e inténtalo de nuevo.',
      storage_unavailable:
        'Este navegador no guarda datos de la aplicación (¿una ventana privada?). Ábrela en una ventana normal.',
      storage_closed:
        'Otra pestaña ha abierto una versión más reciente de la aplicación. Recarga esta página e inténtalo de nuevo.',
      observation_gone: 'Mientras tanto se borró una observación, quizá en otra pestaña. Inténtalo de nuevo.',
    },
    where: (where: string) => `(En el archivo: ${where}.)`,
  },
  card: {
    share: 'Compartir',
    title: 'Compartir esta ave',
    card: 'Compartir como tarjeta',
    download: 'Descargar la tarjeta',
    media: 'Compartir la foto o el sonido',
    withPlace: 'Mostrar el lugar',
    camera: 'Sin el lugar, la foto se envía sin los datos que la cámara escribió en ella.',
    alt: (name: string) => `Una tarjeta con la imagen y el nombre: ${name}`,
    confirmed: 'Identificada por el observador',
    machine: (chance: string) => `Goldcrest dice: ${chance}`,
    failed: 'No se pudo compartir desde aquí. Está en tus descargas.',
    making: 'Dibujando la tarjeta',
  },
  failed: 'No se pudo hacer el archivo',
  failedWhy: 'Algo falló al escribirlo. Inténtalo de nuevo; si sigue fallando, elige menos observaciones.',
  safe: 'Tu cuaderno está como estaba.',
};
