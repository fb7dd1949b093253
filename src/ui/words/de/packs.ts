import type { Trust } from '../../../packs/offer';
import { durationInWords, inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber } from '../language.svelte';

const heldBy: Record<Trust, string> = {
  signed: 'signiert',
  app: 'in der Liste dieser App',
  unsigned: 'nicht signiert, von dir hinzugefügt',
  unchecked: 'nicht signiert, von dir hinzugefügt',
};

const SENSE = { image: 'am Aussehen', sound: 'an der Stimme' } as const;
const inBirds = (count: number): string => `${inNumber(count)} Vögel`;

export const packs: Catalogue['packs'] = {
  title: 'Pakete und Speicher',
  lead: 'Weitere Modelle, wenn du sie willst. Jedes wird einmal heruntergeladen, bleibt auf diesem Gerät und funktioniert offline.',
  known: {
    starter: {
      title: 'Grundpaket',
      summary:
        'Die Modelle, die mit der App kommen: eines findet Vögel im Foto, eines benennt sie am Aussehen, eines weiß, welche wo und wann leben.',
    },
    sound: {
      title: 'Tonpaket',
      summary:
        'BirdNET V2.4 benennt Vögel der ganzen Welt an der Stimme. Es wird geladen, wenn du zum ersten Mal eine Aufnahme öffnest.',
    },
    'field-vision': {
      title: 'Mehr Vögel am Aussehen',
      summary:
        'Benennt mehr Vögel auf Fotos, die meisten gelernt an Bildern von iNaturalist, und findet Vögel in Alltagsfotos. Es ersetzt die Modelle, die mit der App kommen.',
    },
    'field-geo': {
      title: 'Wo Vögel leben, Woche für Woche',
      summary:
        'Welche von 11.280 Arten an einem Ort in jeder Woche des Jahres vorkommen. Was mit der App kommt, geht nach Monaten.',
    },
  },
  failed: 'Das hat nicht geklappt',
  safe: 'Alles andere auf diesem Gerät ist, wie es war.',
  here: 'Auf diesem Gerät',
  own: (version, bytes) => `Gehört zur App. Version ${version}, ${inSize(bytes)}.`,
  offered: {
    title: 'Verfügbar',
    terms: (bytes, licence, nonCommercial) =>
      `${inSize(bytes)}, ${licence}${nonCommercial ? ', nur für nicht kommerzielle Zwecke' : ''}.`,
    fetch: 'Bedingungen und Download',
    asked: 'Bevor du hier auf einen Knopf drückst, wird kein anderer Server kontaktiert.',
  },
  more: {
    title: 'Mehr Vögel',
    what: (role, birds, known, bytes) =>
      `Die Modelle auf diesem Gerät kennen ${inBirds(known)} gut ${SENSE[role]}. Ein anderes Paket kennt ${inBirds(birds)}: ` +
      `${inSize(bytes)}, einmal geladen, dann funktioniert auch das offline.`,
    get: (birds, bytes) => `${inBirds(birds)} laden, ${inSize(bytes)}`,
    terms: (licence, elsewhere, nonCommercial) =>
      `${nonCommercial ? 'Nur für nicht kommerzielle Zwecke' : 'Frei nutzbar'}: ${licence}. Wird erst auf Knopfdruck ${elsewhere ? 'von GitHub ' : ''}geladen, nicht vorher.`,
  },
  files: {
    title: 'Aus eigenen Dateien',
    what: 'Ein Paket von einem anderen Gerät oder von jemandem, dem du vertraust: der Ordner, ein .zip oder ein .tar.',
    file: '.zip oder .tar wählen',
    folder: 'Ordner wählen',
  },
  room: {
    title: 'Speicher',
    used: (used, free) => `${inSize(used)} belegen App, Modelle und Beobachtungen. ${inSize(free)} sind noch frei.`,
    kept: 'Der Browser hat zugesagt, diesen Speicher nicht zu leeren.',
    mayGo:
      'Wird der Platz knapp, darf der Browser diesen Speicher leeren. Ist die App installiert, kommt das seltener vor.',
    none: 'Dieser Browser speichert nichts für die App (ein privates Fenster?). Pakete können nicht bleiben.',
    wifiOnly: 'Pakete nur über WLAN laden',
    noWifi: 'Dieser Browser verrät nicht, in welchem Netz er ist. Das lässt sich also nicht zusichern.',
  },
  run: {
    title: 'Wie die Modelle auf diesem Gerät laufen',
    providers: { wasm: 'dem Prozessor (wasm)', webgpu: 'der Grafikkarte (WebGPU)' },
    on: (provider, milliseconds) =>
      `Läuft auf ${provider}${milliseconds === undefined ? '' : `, ${inNumber(Math.round(milliseconds))} ms je Lauf`}. ` +
      'Die Ergebnisse wurden hier mit bekannten verglichen.',
    refused: (why) => `Die Grafikkarte dieses Geräts wird dafür nicht benutzt: ${why}`,
    notYet: 'Auf diesem Gerät noch nicht benutzt. Beim ersten Mal werden die Ergebnisse geprüft.',
  },
  roles: {
    does: {
      detector: 'Findet Vögel',
      image: 'Erkennt Vögel am Aussehen',
      sound: 'Erkennt Vögel an der Stimme',
      geo: 'Weiß, welche Vögel wo und wann leben',
    },
    title: 'Welches Paket was macht',
    why: 'Mehr als ein Paket kann das. Die Wahl gilt ab der nächsten Beobachtung.',
  },
  stored: {
    facts: (roles, version, bytes, trust) => `${roles}. Version ${version}, ${inSize(bytes)}, ${heldBy[trust]}.`,
    half: (arrived, bytes) => `Zum Teil geladen: ${inSize(arrived)} von ${inSize(bytes)}.`,
    halfUpdate: (version, arrived, bytes) =>
      `Version ${version} ist zum Teil geladen: ${inSize(arrived)} von ${inSize(bytes)}. ` +
      'Die alte Version bleibt in Gebrauch, bis die neue geprüft ist.',
    goOn: 'Weiterladen',
    drop: 'Verwerfen',
    lost: (files) =>
      `${files.length === 1 ? `${files[0]} fehlt oder ist beschädigt` : `${files.length} Dateien fehlen oder sind beschädigt`}. ` +
      'Das Paket wird nicht benutzt; die Modelle der App machen seine Arbeit.',
    repair: 'Reparieren',
    use: 'Dieses Paket benutzen',
    unused: 'Es bleibt auf diesem Gerät und tut nichts, bis du es wieder benutzt.',
    verified: 'Geprüft',
    notVerified: 'nicht mehr, seit Dateien fehlen',
    lastUsed: 'Zuletzt benutzt',
    notUsed: 'noch nie',
    removing: (title) => `${title} entfernen`,
    sure: 'Das entfernt das Paket von diesem Gerät. Beobachtungen bleiben. Du kannst es wieder herunterladen.',
    confirm: 'Entfernen',
    keep: 'Behalten',
    verify: 'Nochmals prüfen',
    update: 'Nach Update suchen',
    save: 'Als Datei speichern',
    remove: 'Entfernen',
  },
  offer: {
    toCome: 'Größe',
    arrived: (bytes) => `(${inSize(bytes)} sind schon da)`,
    time: 'Dauer',
    about: (seconds) => `etwa ${durationInWords(seconds)}`,
    line: ({ told, mbit }) =>
      told ? '(bei der Geschwindigkeit, die dein Browser angibt)' : `(bei ${inNumber(mbit)} Mbit/s)`,
    free: 'Frei auf diesem Gerät',
    version: 'Version',
    insteadOf: (version) => `, statt ${version}`,
    vouched: 'Geprüft von',
    by: {
      signed: 'den Machern dieser App (signiert)',
      app: 'dieser App, die seine Dateien kennt',
      unsigned: 'niemandem (nicht signiert)',
      unchecked: 'niemandem (nicht signiert)',
    },
    tooLarge: 'Der Platz reicht nicht. Entferne ein Paket oder schaffe Platz auf dem Gerät und komm dann wieder.',
    terms: 'Bedingungen',
    accept: (licences) => `Ich nehme ${licences === 1 ? 'diese Bedingungen' : `alle ${licences} Bedingungen`} an.`,
    noVoucher: 'Niemand hat dieses Paket geprüft.',
    unchecked: 'Dieser Browser kann die Signatur nicht prüfen.',
    unsigned: 'Niemand, den diese App kennt, hat es signiert.',
    isData: 'Ein Paket besteht aus Daten und kann nichts ausführen, aber seine Modelle können Vögel falsch benennen.',
    meant: 'Ich weiß, woher es kommt, und will es benutzen.',
    bringIn: (bytes) => `Herunterladen, ${inSize(bytes)}`,
    use: 'Benutzen',
    notNow: 'Jetzt nicht',
  },
  job: {
    label: 'Was gerade geschieht',
    doing: {
      reading: 'Der Inhalt wird gelesen',
      arriving: 'Wird heruntergeladen',
      waiting_for_wifi: 'Wartet auf WLAN',
      proving: 'Wird auf diesem Gerät erprobt',
      verifying: 'Jede Datei wird geprüft',
    },
    progress: (done, total, left) =>
      `${inSize(done)} von ${inSize(total)}${left === null ? '' : `, noch etwa ${durationInWords(left)}`}.`,
    free: (bytes) => `${inSize(bytes)} frei auf diesem Gerät.`,
    serverWaits: (seconds) => `Der Server bittet um ${seconds} s Geduld.`,
    stop: 'Anhalten',
    leave: 'Du kannst diesen Bildschirm verlassen. Wird die App geschlossen, geht der Download später dort weiter.',
  },
};
