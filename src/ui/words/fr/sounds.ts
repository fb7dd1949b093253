import { durationInWords, inSize, momentInWords } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber, plural } from '../language.svelte';

export const sounds: Catalogue['sounds'] = {
  record: {
    window: 'À l’écoute',
    listening: 'À l’écoute',
    title: 'Écouter les oiseaux',
    clock: 'Enregistré jusqu’ici',
    paused:
      'En pause : l’écran était éteint, ou une autre application a le micro. Cela reprend tout seul dès que possible ; ' +
      'ce qui a été enregistré est conservé.',
    screenOff: (keptOn) =>
      `L’écoute s’arrête quand l’écran s’éteint${keptOn ? ' : il reste donc allumé' : ' : gardez-le allumé'}. ` +
      'Chaque seconde est aussitôt stockée sur cet appareil.',
    sure: 'Abandonner l’enregistrement ?',
    confirm: 'Abandonner',
    goOn: 'Continuer',
    storing: 'Enregistrement',
    stop: 'Arrêter et revoir',
    discard: 'Abandonner',
    how: 'Les oiseaux sont nommés pendant qu’ils chantent, avec le même soin que sur une photo. Tournez le téléphone vers l’oiseau et restez immobile.',
    facts: (keptOn) => [
      'Le son ne quitte jamais cet appareil.',
      'Les passages où l’on entend des personnes ne sont pas gardés.',
      `L’écoute s’arrête quand l’écran s’éteint${keptOn ? ' : il reste donc allumé pendant ce temps' : ' : gardez-le allumé'}.`,
    ],
    asking: 'Demande d’accès au micro',
    again: 'Réessayer',
    start: 'Commencer',
    back: 'Retour',
  },
  cutOff: {
    label: 'Un enregistrement interrompu',
    title: 'Un enregistrement a été interrompu',
    what: (at, seconds) =>
      `${momentInWords(at)}, ${durationInWords(seconds)}. Tout ce qui précède est ici, sur cet appareil.`,
    confirm: 'Supprimer pour de bon',
    keep: 'Garder',
    open: 'Revoir',
    delete: 'Supprimer',
  },
  model: {
    what: (title, bytes) =>
      `Les oiseaux sont nommés par ${title}. Il arrive avec le premier son ouvert (${inSize(bytes)}), puis fonctionne hors ligne.`,
  },
  now: {
    title: 'Entendu jusqu’ici',
    play: (bird) => `Réécouter ${bird}`,
    arriving: (done, total) => `Téléchargement du modèle des voix : ${inSize(done)} sur ${inSize(total)}.`,
    now: 'maintenant',
    lastAt: (time) => `la dernière fois à ${time}`,
    unable: (why) => `${why} L’enregistrement continue ; il pourra être examiné plus tard.`,
    loading: 'Préparation en cours.',
    none: 'Aucun oiseau nommé pour l’instant. Il faut l’entendre assez clairement.',
    unsure: 'Quelque chose chante, mais pas encore assez clairement pour être nommé.',
  },
  files: {
    title: 'Enregistrements',
    done: (count) => `Les ${count} ont été écoutés.`,
    progress: (done, count, left) =>
      `${plural(done, `${done} écouté`, `${done} écoutés`)} sur ${count}${left === null ? '' : `, encore ${durationInWords(left)} environ`}.`,
    species: (count, over) => {
      if (count === 0) return over ? 'Aucune espèce nommée.' : 'Aucune espèce nommée pour l’instant.';
      return `${count === 1 ? 'Une espèce' : `${count} espèces`}${over ? '' : ' pour l’instant'}.`;
    },
    bar: 'Enregistrements écoutés',
    stop: 'Arrêter',
    goOn: 'Continuer',
    none: 'Aucun oiseau entendu.',
    fainter: (count) => plural(count, 'et une supposition plus faible', `et ${count} suppositions plus faibles`),
    waiting: 'En attente',
    empty:
      'Aucun enregistrement n’est ouvert. Choisissez-en, ou un dossier entier : chacun est écouté sur cet appareil.',
    open: 'Ouvrir des enregistrements',
  },
  panel: {
    label: (name) => `Enregistrement ${name}`,
    notKept: 'L’enregistrement lui-même n’a pas été gardé, seulement cette image.',
    none: 'Aucun oiseau n’a été entendu dans cet enregistrement.',
  },
  mark: {
    when: (from, to) => `de ${from} à ${to} s`,
    people: (when) => `On entend des personnes ${when}. Lire`,
    bird: (name, chance, percent, when) => `${name}, ${chance}, ${percent}, ${when}. Lire`,
  },
  spectrogram: {
    label: (name, kilohertz, length, birds) =>
      `Spectrogramme de ${name || 'l’enregistrement'} : 0 à ${inNumber(kilohertz)} kHz, ${length}. ` +
      (birds === 0
        ? 'Aucun oiseau n’est marqué.'
        : `${plural(birds, 'Un oiseau est marqué', `${birds} oiseaux sont marqués`)}. Les flèches vont d’un cadre à l’autre, Entrée lit le passage.`),
    live: (kilohertz) => `Ce que le micro entend, 0 à ${inNumber(kilohertz)} kHz`,
  },
  tools: {
    pause: 'Pause',
    play: 'Lire l’enregistrement',
    silent: 'Ce navigateur ne peut pas le lire.',
    wider: 'Voir plus large',
    closer: 'Voir de plus près',
  },
  table: {
    caption: 'Oiseaux de l’enregistrement, avec leurs temps, leur probabilité et le résultat',
    bird: 'Oiseau',
    probability: 'Probabilité',
    verdict: 'Résultat',
    play: (bird, seconds) => `Lire ${bird} à ${seconds} s`,
    moreTimes: (count) => `${count} de plus`,
    moreBirds: (count) => `${count} de plus, moins probables`,
    notEnough: 'pas assez',
  },
  voice: {
    heard: (where, seconds) => `On entend des personnes ${where}, ${seconds} s en tout.`,
    from: (time) => `à partir de ${time}`,
    places: (count) => `à ${inNumber(count)} endroits`,
    erased: 'Ces passages sont muets dans la copie enregistrée.',
    willBeErased: 'Ils seront muets dans la copie enregistrée.',
    kept: 'Ils sont dans la copie enregistrée.',
    leaveOut: 'Les exclure',
    keep: 'Les garder',
    erase: 'Les effacer',
    confirm: 'Effacer pour de bon',
    leave: 'Annuler',
  },
  export: {
    raven: 'Table de sélection Raven',
    csv: 'CSV',
    recording: 'Enregistrement',
    share: 'Partager',
    notKept: 'L’enregistrement n’a pas été gardé.',
  },
};
