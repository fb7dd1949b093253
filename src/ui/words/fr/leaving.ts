import type { Catalogue } from '../catalogue';
import { plural } from '../language.svelte';
import { inSize } from '../../format';

const birds = (count: number): string => (count === 1 ? 'une observation' : `${count} observations`);
const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

export const leaving: Catalogue['leaving'] = {
  title: 'Export et sauvegarde',
  lead: 'Ce que vous avez gardé vous appartient. Emportez-le dans d’autres programmes, ou gardez une copie de tout.',
  empty:
    'Rien n’est encore gardé. Appuyez sur « Garder » devant un résultat : vous pourrez l’exporter et le sauvegarder d’ici.',
  loading: 'Lecture de votre carnet',
  export: {
    title: 'Export',
    what: 'Pour',
    formats: {
      ebird: {
        name: 'eBird',
        why: 'Un fichier pour « Importer des données » sur ebird.org, une ligne par espèce, jour et lieu.',
      },
      inaturalist: { name: 'iNaturalist', why: 'Un fichier CSV pour « Importer des observations ».' },
      darwinCore: {
        name: 'GBIF et musées',
        why: 'Une archive Darwin Core, avec les cadres dans les photos et les temps dans les sons.',
      },
      photographers: {
        name: 'Logiciels photo',
        why: 'Un fichier annexe par photo, avec des mots-clés pour Lightroom, digiKam ou darktable. Placez-le à côté de la photo.',
      },
      table: {
        name: 'Tableurs',
        why: 'Un tableau CSV, une ligne par observation, avec à côté ce que l’application avait nommé.',
      },
      raven: {
        name: 'Raven',
        why: 'Une table de sélection des enregistrements gardés, une ligne pour chaque moment où l’on entend l’oiseau.',
      },
      map: { name: 'Cartes', why: 'GeoJSON, pour QGIS, uMap ou geojson.io.' },
    },
    which: 'Observations',
    confirmed: 'Confirmées par vous',
    all: 'Toutes, même ce que seule l’application a dit',
    year: 'Année',
    everyYear: 'Toutes les années',
    place: 'Lieux',
    blurs: { exact: 'Tels que gardés', kilometre: 'À environ 1 km', tenKilometres: 'À environ 11 km' },
    blurWhy: 'Les lieux arrondis ne portent pas le nom du lieu. Utile pour les oiseaux qui pourraient être dérangés.',
    preview: (observations: number, species: number) =>
      observations === 0
        ? 'Aucune observation ne correspond à ce choix.'
        : `${capital(birds(observations))} de ${species === 1 ? 'une espèce' : `${species} espèces`}.`,
    noneConfirmed: 'Aucune de vos observations n’est encore confirmée. Confirmez-en, ou choisissez toutes.',
    leftOut: (noDay: number, noPlace: number) =>
      `${capital(
        [noDay > 0 ? `${birds(noDay)} sans jour` : '', noPlace > 0 ? `${birds(noPlace)} sans lieu` : '']
          .filter((text) => text)
          .join(' et '),
      )} : hors du fichier, car eBird demande les deux.`,
    noSounds: 'Aucune n’a d’enregistrement : il n’y a rien à sélectionner.',
    sensitive: (count: number) => `${capital(birds(count))} à lieu sensible : il est toujours arrondi à environ 11 km.`,
    noName: 'Votre nom n’est pas indiqué : le fichier dit « the observer ».',
    setName: 'Indiquer votre nom',
    noPhotos: 'Aucune n’a de photo : il n’y a rien à accompagner de mots-clés.',
    download: 'Télécharger',
    working: 'Écriture du fichier',
    done: (name: string) => `${name} est dans vos téléchargements.`,
  },
  backup: {
    title: 'Sauvegarde',
    why: 'Un seul fichier avec chaque observation, photo, son et tout ce qui a été dit. Gardez-le sur un autre appareil.',
    last: (when: string) => `Dernière sauvegarde : ${when}.`,
    never: 'Aucune sauvegarde pour l’instant.',
    since: (count: number) => (count === 0 ? 'Rien de nouveau depuis.' : `${capital(birds(count))} depuis.`),
    due: (count: number) =>
      `${count} observations ne sont que sur cet appareil. Une sauvegarde les protège s’il est perdu ou si ses données sont effacées.`,
    make: 'Sauvegarder maintenant',
    making: 'Sauvegarde en cours',
    progress: (done: number, total: number) => `${done} sur ${total}`,
    made: (observations: number, media: number, bytes: number) =>
      `Sauvegarde prête : ${birds(observations)}, photos et sons : ${media}, ${inSize(bytes)}. Elle est dans vos téléchargements.`,
    missing: (count: number) =>
      count === 1
        ? 'Une photo ou un son n’est plus sur cet appareil et y manque.'
        : `${count} photos et sons ne sont plus sur cet appareil et y manquent.`,
  },
  folder: {
    why: 'Ou choisissez un dossier, sur cet appareil ou un dossier qu’un autre programme transporte ailleurs : ce que vous gardez y est écrit aussi.',
    choose: 'Tenir un dossier à jour',
    writing: (name: string) => `Écriture dans « ${name} ».`,
    inStep: (name: string, when: string) => `« ${name} » est à jour depuis ${when}.`,
    asking: (name: string) => `Le navigateur redemande avant d’écrire dans « ${name} ».`,
    allow: 'Autoriser',
    failed: (name: string) =>
      `Impossible d’écrire dans « ${name} ». Existe-t-il encore, et reste-t-il de la place ? Ce que vous avez gardé est en sûreté dans l’application.`,
    again: 'Réessayer',
    stop: 'Arrêter',
    restore: 'Choisir un dossier de sauvegarde',
  },
  restore: {
    title: 'Reprendre une sauvegarde',
    why: 'Vous voyez ce qui changerait avant que rien ne change. Ce qui est sur cet appareil reste.',
    choose: 'Choisir un fichier de sauvegarde',
    reading: 'Lecture de la sauvegarde',
    from: (when: string) => `Sauvegarde du ${when}`,
    fresh: (count: number) => plural(count, `${count} nouvelle`, `${count} nouvelles`),
    changed: (count: number) => plural(count, `${count} différente, à fusionner`, `${count} différentes, à fusionner`),
    same: (count: number) => plural(count, `${count} identique`, `${count} identiques`),
    renamed: 'Noms qui ont changé depuis',
    renamedTo: (was: string, now: string) => `${was} s’appelle maintenant ${now}`,
    unknown: (was: string) => `${was} n’est aujourd’hui dans aucune liste ; le nom reste tel qu’il a été écrit`,
    nothing: 'Tout ce que contient cette sauvegarde est déjà ici.',
    restore: 'Reprendre',
    cancel: 'Annuler',
    working: 'Reprise des photos et des sons',
    done: (added: number, changed: number) =>
      `Terminé : ${plural(added, `${added} ajoutée`, `${added} ajoutées`)}, ${plural(changed, `${changed} fusionnée`, `${changed} fusionnées`)}.`,
    undo: 'Annuler la reprise',
    undone: 'Annulé. Le carnet est comme avant.',
    broughtBack: 'Vous avez repris une sauvegarde.',
    undoneBut: (stayed) => `Annulé. Ce que vous avez changé depuis reste : ${birds(stayed)}.`,
    failed: 'La sauvegarde n’a pas été reprise',
    safe: 'Votre carnet est tel qu’il était.',
    problems: {
      not_a_zip: 'Ce fichier n’est pas une sauvegarde. Choisissez celui dont le nom commence par « goldcrest-backup ».',
      not_a_backup: 'Ce zip contient autre chose. Choisissez le fichier dont le nom commence par « goldcrest-backup ».',
      cut_off: 'La fin de ce fichier manque. Copiez-le à nouveau depuis son origine, puis réessayez.',
      newer_format:
        'Cette sauvegarde vient d’une version plus récente de l’application. Mettez l’application à jour sur cet appareil, puis réessayez.',
      damaged: 'Une partie de cette sauvegarde est abîmée ou a été modifiée. Essayez-en une autre copie.',
      too_large: 'Ce fichier dit contenir plus qu’aucun carnet ; il n’a pas été ouvert.',
      storage_full:
        'Il n’y a pas de place sur cet appareil pour ses photos et ses sons. Libérez de l’espace, puis réessayez.',
      storage_unavailable:
        'Ce navigateur ne garde rien pour l’application (une fenêtre privée ?). Ouvrez-la dans une fenêtre normale.',
      storage_closed:
        'Un autre onglet a ouvert une version plus récente de l’application. Rechargez cette page, puis réessayez.',
      observation_gone: 'Une observation a été supprimée entre-temps, peut-être dans un autre onglet. Réessayez.',
    },
    where: (where: string) => `(Dans le fichier : ${where}.)`,
  },
  card: {
    share: 'Partager',
    title: 'Partager cet oiseau',
    card: 'Partager en carte',
    download: 'Télécharger la carte',
    media: 'Partager la photo ou le son',
    withPlace: 'Y montrer le lieu',
    camera: 'Sans le lieu, une photo part sans les données que l’appareil y a inscrites.',
    alt: (name: string) => `Une carte avec l’image et le nom : ${name}`,
    confirmed: 'Identifié par l’observateur',
    machine: (chance: string) => `Goldcrest dit : ${chance}`,
    failed: 'Le partage n’a pas été possible d’ici. Le fichier est dans vos téléchargements.',
    making: 'Dessin de la carte',
  },
  failed: 'Le fichier n’a pas pu être fait',
  failedWhy:
    'Une erreur est survenue pendant l’écriture. Réessayez ; si elle persiste, choisissez moins d’observations.',
  safe: 'Votre carnet est tel qu’il était.',
};
