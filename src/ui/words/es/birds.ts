import type { Catalogue } from '../catalogue';
import { inNumber, plural } from '../language.svelte';

const n = (count: number, one: string, other: string): string => `${inNumber(count)} ${plural(count, one, other)}`;

export const birds: Catalogue['birds'] = {
  title: 'Mis aves',
  lead: 'Las especies que tú has confirmado o nombrado. Un género no cuenta.',
  species: (count) => n(count, 'especie', 'especies'),
  speciesOf: (count, all) => `${inNumber(count)} de ${n(all, 'especie', 'especies')}`,
  empty: 'Todavía ninguna. Guarda una observación y confirma su ave, o trae la lista que ya tienes.',
  nothingHere: 'Ninguna de tus especies coincide.',
  loading: 'Abriendo tus aves',
  filter: { year: 'Año', month: 'Mes', place: 'Lugar', order: 'Orden', all: 'Todos' },
  order: {
    latest: 'Las últimas vistas primero',
    first: 'Las nuevas en la lista primero',
    taxonomic: 'Como en una guía de campo',
    name: 'Por nombre',
  },
  seen: (first, last) => (first === last ? first : `del ${first} al ${last}`),
  noDay: 'Sin fecha',
  times: (count) => n(count, 'vez', 'veces'),
  fromList: 'de tu lista de eBird',
  newForYou: 'Nueva para ti',
  import: {
    title: 'Traer tu lista de eBird',
    how: 'En ebird.org, abre Mi eBird, después tu lista de vida, y descárgala como CSV. El archivo se lee en este dispositivo.',
    choose: 'Elegir el archivo',
    wrong: {
      not_a_life_list: {
        title: 'Esto no es una lista de vida de eBird',
        message:
          'Al archivo le faltan columnas que escribe eBird. Descarga la lista de vida como CSV y elige ese archivo.',
      },
      too_large: {
        title: 'Este archivo es demasiado grande para una lista de vida',
        message: 'Una lista de todas las aves ocupa menos de 2 MB.',
      },
    },
    unchanged: 'Tus aves siguen como estaban.',
    found: (species, fresh) => `${n(species, 'especie', 'especies')}, ${inNumber(fresh)} de ellas nuevas en tu lista.`,
    renamed: (count) => `${n(count, 'ave tiene', 'aves tienen')} hoy otro nombre`,
    unmatched: (count) => `${n(count, 'fila queda', 'filas quedan')} fuera`,
    line: (line) => `Fila ${inNumber(line)}`,
    why: {
      not_a_species: 'sin determinar hasta la especie, o un híbrido',
      not_countable: 'eBird no la cuenta',
      unknown_name: 'aquí no se conoce ningún ave con ese nombre',
    },
    add: 'Añadir a mis aves',
    cancel: 'Cancelar',
    added: (species) => `Añadido: ${n(species, 'especie', 'especies')}.`,
    takenOut: 'Se ha vuelto a quitar.',
    undo: 'Deshacer',
    lists: 'Listas que has traído',
    listOf: (name, day, rows) => `${name}, ${day}: ${n(rows, 'ave', 'aves')}`,
    takeOut: 'Quitar',
    noBackup: 'Las listas de otros sitios no forman parte de la copia de seguridad. Conserva el archivo.',
  },
  measure: {
    title: '¿Qué tan buena es para mí?',
    none: 'Comprueba las aves que Goldcrest ha nombrado: confírmalas o corrígelas. Entonces se mide con lo que dijiste.',
    said: (right, all) =>
      `De ${n(all, 'especie', 'especies')} que la aplicación nombró y tú comprobaste, ${inNumber(right)} ${plural(right, 'era correcta', 'eran correctas')}.`,
    bound: (percent) =>
      `Con un 95 % de confianza, como mucho el ${percent} de las especies que te nombra son erróneas.`,
    unknown: 'Son muy pocas para decir cuántas veces se equivoca.',
    stated: (percent) => `Sus modelos están ajustados para equivocarse como mucho en el ${percent}.`,
    care: 'Vale para aves como las que has comprobado. Si compruebas sobre todo las fáciles, parece mejor de lo que es.',
    save: 'Guardar como conjunto etiquetado',
    saveWhy: (files) =>
      `Un zip con labels.json y ${n(files, 'archivo', 'archivos')}, para «npm run bench». Nombra tus lugares.`,
    saving: (done, total) => `Empaquetando ${inNumber(done)} de ${inNumber(total)}`,
  },
};
