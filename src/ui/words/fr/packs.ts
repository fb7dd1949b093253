import type { Trust } from '../../../packs/offer';
import { durationInWords, inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber } from '../language.svelte';

const heldBy: Record<Trust, string> = {
  signed: 'signé',
  app: 'dans la liste de cette application',
  unsigned: 'non signé, ajouté par vous',
  unchecked: 'non signé, ajouté par vous',
};

const SENSE = { image: 'à leur aspect', sound: 'à leur voix' } as const;
const inBirds = (count: number): string => `${inNumber(count)} oiseaux`;

export const packs: Catalogue['packs'] = {
  title: 'Paquets et espace',
  lead: 'D’autres modèles, si vous le souhaitez. Téléchargés une fois, ils restent sur cet appareil et fonctionnent hors ligne.',
  known: {
    starter: {
      title: 'Paquet de base',
      summary:
        'Les modèles fournis avec l’application : l’un trouve les oiseaux dans les photos, un autre les nomme à leur aspect, un autre sait lesquels vivent où et quand.',
    },
    sound: {
      title: 'Paquet sonore',
      summary:
        'BirdNET V2.4 nomme les oiseaux du monde entier à leur voix. Il est téléchargé la première fois que vous ouvrez un enregistrement.',
    },
    'field-vision': {
      title: 'Plus d’oiseaux à leur aspect',
      summary:
        'Nomme plus d’oiseaux sur des photos, appris pour la plupart sur des images d’iNaturalist, et trouve les oiseaux dans des photos de tous les jours. Il remplace les modèles fournis avec l’application.',
    },
    'field-geo': {
      title: 'Où vivent les oiseaux, semaine par semaine',
      summary:
        'Lesquelles de 11 280 espèces se trouvent à un endroit chaque semaine de l’année. Le modèle fourni avec l’application va par mois.',
    },
  },
  failed: 'Cela n’a pas marché',
  safe: 'Tout le reste sur cet appareil est inchangé.',
  here: 'Sur cet appareil',
  own: (version, bytes) => `Fourni avec l’application. Version ${version}, ${inSize(bytes)}.`,
  offered: {
    title: 'Disponibles',
    terms: (bytes, licence, nonCommercial) =>
      `${inSize(bytes)}, ${licence}${nonCommercial ? ', usage non commercial uniquement' : ''}.`,
    fetch: 'Conditions et téléchargement',
    asked: 'Aucun autre serveur n’est contacté avant que vous n’appuyiez ici sur un bouton.',
  },
  more: {
    title: 'Plus d’oiseaux',
    what: (role, birds, known, bytes) =>
      `Les modèles de cet appareil connaissent bien ${inBirds(known)} ${SENSE[role]}. Un autre paquet en connaît ${inNumber(birds)} : ` +
      `${inSize(bytes)} à télécharger une seule fois, puis il fonctionne aussi hors ligne.`,
    get: (birds, bytes) => `Télécharger ${inBirds(birds)}, ${inSize(bytes)}`,
    terms: (licence, elsewhere, nonCommercial) =>
      `${nonCommercial ? 'Pour un usage non commercial uniquement' : 'Libre d’utilisation'} : ${licence}. Téléchargé ${elsewhere ? 'depuis GitHub ' : ''}quand vous appuyez sur le bouton, pas avant.`,
  },
  files: {
    title: 'Depuis vos fichiers',
    what: 'Un paquet venu d’un autre appareil ou d’une personne de confiance : son dossier, un .zip ou un .tar.',
    file: 'Choisir un .zip ou un .tar',
    folder: 'Choisir un dossier',
  },
  room: {
    title: 'Espace',
    used: (used, free) =>
      `L’application, ses modèles et vos observations occupent ${inSize(used)}. Il reste ${inSize(free)}.`,
    kept: 'Le navigateur a promis de ne pas vider cet espace.',
    mayGo:
      'Le navigateur peut vider cet espace si l’appareil manque de place. C’est moins probable si l’application est installée.',
    none: 'Ce navigateur ne garde rien pour l’application (une fenêtre privée ?) : les paquets ne peuvent pas être conservés.',
    wifiOnly: 'Télécharger les paquets en Wi-Fi uniquement',
    noWifi: 'Ce navigateur ne dit pas sur quel réseau il est : ce n’est donc pas garanti.',
  },
  run: {
    title: 'Comment les modèles tournent sur cet appareil',
    providers: { wasm: 'le processeur (wasm)', webgpu: 'la carte graphique (WebGPU)' },
    on: (provider, milliseconds) =>
      `Tourne sur ${provider}${milliseconds === undefined ? '' : `, ${inNumber(Math.round(milliseconds))} ms par passage`}. ` +
      'Ses résultats ont été comparés ici à des valeurs connues.',
    refused: (why) => `La carte graphique de cet appareil n’est pas utilisée pour cela : ${why}`,
    notYet: 'Pas encore utilisé sur cet appareil. Ses résultats seront vérifiés la première fois.',
  },
  roles: {
    does: {
      detector: 'Trouve les oiseaux',
      image: 'Reconnaît les oiseaux à leur aspect',
      sound: 'Reconnaît les oiseaux à leur voix',
      geo: 'Sait quels oiseaux vivent où et quand',
    },
    title: 'Qui fait quoi',
    why: 'Plusieurs paquets savent faire ce travail. Le choix vaut dès la prochaine observation.',
  },
  stored: {
    facts: (roles, version, bytes, trust) => `${roles}. Version ${version}, ${inSize(bytes)}, ${heldBy[trust]}.`,
    half: (arrived, bytes) => `Téléchargé en partie : ${inSize(arrived)} sur ${inSize(bytes)}.`,
    halfUpdate: (version, arrived, bytes) =>
      `La version ${version} est téléchargée en partie : ${inSize(arrived)} sur ${inSize(bytes)}. ` +
      'L’ancienne reste utilisée tant que la nouvelle n’est pas vérifiée.',
    goOn: 'Continuer',
    drop: 'Abandonner',
    lost: (files) =>
      `${files.length === 1 ? `${files[0]} est perdu ou endommagé` : `${files.length} fichiers sont perdus ou endommagés`} : ` +
      'le paquet n’est pas utilisé. Les modèles de l’application font son travail.',
    repair: 'Réparer',
    use: 'Utiliser ce paquet',
    unused: 'Il reste sur cet appareil et ne fait rien tant que vous ne l’utilisez pas.',
    verified: 'Vérifié',
    notVerified: 'plus depuis que des fichiers manquent',
    lastUsed: 'Dernière utilisation',
    notUsed: 'pas encore',
    removing: (title) => `Retirer ${title}`,
    sure: 'Le paquet sera retiré de cet appareil. Les observations restent. Vous pourrez le télécharger à nouveau.',
    confirm: 'Retirer',
    keep: 'Garder',
    verify: 'Vérifier à nouveau',
    update: 'Chercher une mise à jour',
    save: 'Enregistrer comme fichier',
    remove: 'Retirer',
  },
  offer: {
    toCome: 'Taille',
    arrived: (bytes) => `(${inSize(bytes)} déjà là)`,
    time: 'Durée',
    about: (seconds) => `environ ${durationInWords(seconds)}`,
    line: ({ told, mbit }) => (told ? '(au débit qu’indique votre navigateur)' : `(à ${inNumber(mbit)} Mbit/s)`),
    free: 'Libre sur cet appareil',
    version: 'Version',
    insteadOf: (version) => `, au lieu de ${version}`,
    vouched: 'Vérifié par',
    by: {
      signed: 'les auteurs de cette application (signé)',
      app: 'cette application, qui connaît ses fichiers',
      unsigned: 'personne (non signé)',
      unchecked: 'personne (non signé)',
    },
    tooLarge: 'Il n’y a pas assez de place. Retirez un paquet ou libérez de l’espace sur l’appareil, puis revenez.',
    terms: 'Conditions',
    accept: (licences) => `J’accepte ${licences === 1 ? 'ces conditions' : `les ${licences} conditions`}.`,
    noVoucher: 'Personne n’a vérifié ce paquet.',
    unchecked: 'Ce navigateur ne peut pas vérifier sa signature.',
    unsigned: 'Il n’est signé par personne que cette application connaisse.',
    isData: 'Un paquet est fait de données et ne peut rien exécuter, mais ses modèles peuvent mal nommer des oiseaux.',
    meant: 'Je sais d’où il vient et je veux l’utiliser.',
    bringIn: (bytes) => `Télécharger, ${inSize(bytes)}`,
    use: 'Utiliser',
    notNow: 'Pas maintenant',
  },
  job: {
    label: 'Ce qui se passe',
    doing: {
      reading: 'Lecture du contenu',
      arriving: 'Téléchargement',
      waiting_for_wifi: 'En attente du Wi-Fi',
      proving: 'Essai sur cet appareil',
      verifying: 'Vérification de chaque fichier',
    },
    progress: (done, total, left) =>
      `${inSize(done)} sur ${inSize(total)}${left === null ? '' : `, encore ${durationInWords(left)} environ`}.`,
    free: (bytes) => `${inSize(bytes)} libres sur cet appareil.`,
    serverWaits: (seconds) => `Le serveur demande d’attendre ${seconds} s.`,
    stop: 'Arrêter',
    leave:
      'Vous pouvez quitter cet écran. Si l’application est fermée, le téléchargement reprendra plus tard où il en était.',
  },
};
