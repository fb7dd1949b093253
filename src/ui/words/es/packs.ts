import type { Trust } from '../../../packs/offer';
import { durationInWords, inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber } from '../language.svelte';

const heldBy: Record<Trust, string> = {
  signed: 'firmado',
  app: 'en la lista de esta aplicación',
  unsigned: 'sin firmar, añadido por ti',
  unchecked: 'sin firmar, añadido por ti',
};

const SENSE = { image: 'por su aspecto', sound: 'por su voz' } as const;
const inBirds = (count: number): string => `${inNumber(count)} aves`;

export const packs: Catalogue['packs'] = {
  title: 'Paquetes y espacio',
  lead: 'Más modelos, si los quieres. Se descargan una vez, se quedan en este dispositivo y funcionan sin conexión.',
  known: {
    starter: {
      title: 'Paquete básico',
      summary:
        'Los modelos que vienen con la aplicación: uno encuentra aves en las fotos, otro las nombra por su aspecto y otro sabe cuáles viven dónde y cuándo.',
    },
    sound: {
      title: 'Paquete de sonido',
      summary:
        'BirdNET V2.4 nombra aves de todo el mundo por su voz. Se descarga la primera vez que abres una grabación.',
    },
    'field-vision': {
      title: 'Más aves por su aspecto',
      summary:
        'Nombra más aves en fotos, la mayoría aprendidas de imágenes de iNaturalist, y encuentra aves en fotos cotidianas. Sustituye a los modelos que vienen con la aplicación.',
    },
    'field-geo': {
      title: 'Dónde viven las aves, semana a semana',
      summary:
        'Cuáles de 11.280 especies hay en un lugar en cada semana del año. El modelo de la aplicación va por meses.',
    },
  },
  failed: 'No ha funcionado',
  safe: 'Todo lo demás en este dispositivo está como estaba.',
  here: 'En este dispositivo',
  own: (version, bytes) => `Viene con la aplicación. Versión ${version}, ${inSize(bytes)}.`,
  offered: {
    title: 'Disponibles',
    terms: (bytes, licence, nonCommercial) =>
      `${inSize(bytes)}, ${licence}${nonCommercial ? ', solo para uso no comercial' : ''}.`,
    fetch: 'Condiciones y descarga',
    asked: 'No se consulta ningún otro servidor hasta que pulses aquí un botón.',
  },
  more: {
    title: 'Más aves',
    what: (role, birds, known, bytes) =>
      `Los modelos de este dispositivo conocen bien ${inBirds(known)} ${SENSE[role]}. Otro paquete conoce ${inBirds(birds)}: ` +
      `${inSize(bytes)}, se descarga una sola vez y después también funciona sin conexión.`,
    get: (birds, bytes) => `Descargar ${inBirds(birds)}, ${inSize(bytes)}`,
    terms: (licence, elsewhere, nonCommercial) =>
      `${nonCommercial ? 'Solo para uso no comercial' : 'De uso libre'}: ${licence}. Se descarga ${elsewhere ? 'de GitHub ' : ''}cuando pulsas el botón, no antes.`,
  },
  files: {
    title: 'De tus archivos',
    what: 'Un paquete de otro dispositivo o de alguien de confianza: su carpeta, un .zip o un .tar.',
    file: 'Elegir un .zip o .tar',
    folder: 'Elegir una carpeta',
  },
  room: {
    title: 'Espacio',
    used: (used, free) =>
      `La aplicación, sus modelos y tus observaciones ocupan ${inSize(used)}. Quedan libres ${inSize(free)}.`,
    kept: 'El navegador ha prometido no vaciar este espacio.',
    mayGo:
      'El navegador puede vaciar este espacio si el dispositivo se queda sin sitio. Con la aplicación instalada es menos probable.',
    none: 'Este navegador no guarda datos de la aplicación (¿una ventana privada?), así que los paquetes no se conservan.',
    wifiOnly: 'Descargar paquetes solo con wifi',
    noWifi: 'Este navegador no dice en qué red está, así que no se puede garantizar.',
  },
  run: {
    title: 'Cómo funcionan los modelos en este dispositivo',
    providers: { wasm: 'el procesador (wasm)', webgpu: 'la tarjeta gráfica (WebGPU)' },
    on: (provider, milliseconds) =>
      `Funciona en ${provider}${milliseconds === undefined ? '' : `, ${inNumber(Math.round(milliseconds))} ms por vez`}. ` +
      'Sus resultados se compararon aquí con otros conocidos.',
    refused: (why) => `La tarjeta gráfica de este dispositivo no se usa para ello: ${why}`,
    notYet: 'Aún no se ha usado en este dispositivo. Sus resultados se comprueban la primera vez.',
  },
  roles: {
    does: {
      detector: 'Encuentra aves',
      image: 'Reconoce aves por su aspecto',
      sound: 'Reconoce aves por su voz',
      geo: 'Sabe qué aves viven dónde y cuándo',
    },
    title: 'Quién hace qué',
    why: 'Más de un paquete puede hacer este trabajo. El cambio vale desde la próxima observación.',
  },
  stored: {
    facts: (roles, version, bytes, trust) => `${roles}. Versión ${version}, ${inSize(bytes)}, ${heldBy[trust]}.`,
    half: (arrived, bytes) => `Descargado en parte: ${inSize(arrived)} de ${inSize(bytes)}.`,
    halfUpdate: (version, arrived, bytes) =>
      `La versión ${version} está descargada en parte: ${inSize(arrived)} de ${inSize(bytes)}. ` +
      'La anterior sigue en uso hasta que se compruebe la nueva.',
    goOn: 'Continuar',
    drop: 'Descartar',
    lost: (files) =>
      `${files.length === 1 ? `${files[0]} se ha perdido o está dañado` : `${files.length} archivos se han perdido o están dañados`}, ` +
      'así que el paquete no se usa. Los modelos de la aplicación hacen su trabajo.',
    repair: 'Reparar',
    use: 'Usar este paquete',
    unused: 'Se queda en este dispositivo sin hacer nada hasta que vuelvas a usarlo.',
    verified: 'Comprobado',
    notVerified: 'no desde que se perdieron archivos',
    lastUsed: 'Último uso',
    notUsed: 'todavía no',
    removing: (title) => `Quitar ${title}`,
    sure: 'Esto quita el paquete de este dispositivo. Las observaciones se quedan. Puedes volver a descargarlo.',
    confirm: 'Quitar',
    keep: 'Conservar',
    verify: 'Comprobar otra vez',
    update: 'Buscar una actualización',
    save: 'Guardar como archivo',
    remove: 'Quitar',
  },
  offer: {
    toCome: 'Tamaño',
    arrived: (bytes) => `(${inSize(bytes)} ya están aquí)`,
    time: 'Tiempo',
    about: (seconds) => `unos ${durationInWords(seconds)}`,
    line: ({ told, mbit }) => (told ? '(a la velocidad que indica tu navegador)' : `(a ${inNumber(mbit)} Mbit/s)`),
    free: 'Libre en este dispositivo',
    version: 'Versión',
    insteadOf: (version) => `, en lugar de la ${version}`,
    vouched: 'Verificado por',
    by: {
      signed: 'los autores de esta aplicación (firmado)',
      app: 'esta aplicación, que tiene la lista de sus archivos',
      unsigned: 'nadie (sin firmar)',
      unchecked: 'nadie (sin firmar)',
    },
    tooLarge: 'No hay espacio suficiente. Quita un paquete o libera espacio en el dispositivo y vuelve.',
    terms: 'Condiciones',
    accept: (licences) => `Acepto ${licences === 1 ? 'estas condiciones' : `las ${licences} condiciones`}.`,
    noVoucher: 'Nadie ha verificado este paquete.',
    unchecked: 'Este navegador no puede comprobar su firma.',
    unsigned: 'No lo ha firmado nadie que esta aplicación conozca.',
    isData:
      'Un paquete son datos y no puede ejecutar nada, pero sus modelos pueden dar nombres equivocados a las aves.',
    meant: 'Sé de dónde viene y quiero usarlo.',
    bringIn: (bytes) => `Descargar, ${inSize(bytes)}`,
    use: 'Usar',
    notNow: 'Ahora no',
  },
  job: {
    label: 'Qué está pasando',
    doing: {
      reading: 'Leyendo el contenido',
      arriving: 'Descargando',
      waiting_for_wifi: 'Esperando una red wifi',
      proving: 'Probándolo en este dispositivo',
      verifying: 'Comprobando cada archivo',
    },
    progress: (done, total, left) =>
      `${inSize(done)} de ${inSize(total)}${left === null ? '' : `, quedan unos ${durationInWords(left)}`}.`,
    free: (bytes) => `${inSize(bytes)} libres en este dispositivo.`,
    serverWaits: (seconds) => `El servidor pide esperar ${seconds} s.`,
    stop: 'Parar',
    leave: 'Puedes salir de esta pantalla. Si cierras la aplicación, la descarga seguirá después donde quedó.',
  },
};
