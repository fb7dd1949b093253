import { MOST_SECONDS } from '../../../policies/catalogue';
import { inSize, tookSeconds } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber, plural } from '../language.svelte';

export const compare: Catalogue['compare'] = {
  window: 'Qui décide',
  title: 'Qui décide des étapes',
  lead:
    'Les mêmes outils et les mêmes règles pour le résultat, menés par différentes politiques. ' +
    'Aucune ne peut affirmer plus que ce que les indices permettent.',
  compare: 'Les comparer sur une observation',
  openFirst: 'Ouvrez d’abord une photo ou un son, puis revenez ici pour comparer.',
  home: 'Retour à l’accueil',
  stop: 'Arrêter',
  run: 'Les exécuter sur cette observation',
  who: {
    title: 'Qui décide désormais',
    rules: 'Les règles',
    rulesNote: 'Aucun téléchargement, toujours les mêmes étapes.',
    auto: 'L’application choisit en mesurant',
    autoNote: `Une petite politique si cet appareil fait sa part en ${MOST_SECONDS} s, sinon les règles. Mesuré une fois.`,
    own: 'Choisie ci-dessous. Si elle échoue, les règles prennent le relais.',
    measuring: 'Mesure en cours. D’ici là, les règles décident.',
    cannot: (policy) => `${policy} : ne fonctionne pas ici.`,
    speed: (policy, seconds, tokensPerSecond) =>
      `${policy} : ${tookSeconds(seconds * 1000)} par exécution, ${inNumber(Math.round(tokensPerSecond))} jetons par seconde.`,
    picked: (policy) => `Choisie : ${policy}.`,
  },
  policies: {
    title: 'Politiques',
    large: 'Grands modèles',
    size: (bytes, isRough, licence) => `${isRough ? 'Environ ' : ''}${inSize(bytes)}, ${licence}.`,
    absent: {
      no_webgpu: 'Ce navigateur n’a pas WebGPU.',
      too_little_memory: 'Il faut un appareil avec au moins 8 Go de mémoire, et un navigateur qui l’indique.',
      buffers_too_small: 'Cette carte graphique est trop petite.',
      looking: 'Recherche en cours.',
      not_installed: 'Absente. Elle se prépare sur un ordinateur et se place à côté de l’application.',
    },
  },
  column: {
    waiting: 'Attend son tour',
    ready: 'Se prépare',
    loading: (done, total) => `Chargement, ${inSize(done)} sur ${inSize(total)}`,
    running: 'Décide',
    failed: 'N’a pas pu démarrer',
    ended: (steps, tokens, ms) => `${steps} étapes${tokens ? `, ${inNumber(tokens)} jetons` : ''}, ${tookSeconds(ms)}`,
    rulesWentOn: 'Les règles ont pris le relais.',
    decides: 'Décide désormais',
    letDecide: 'Laisser celle-ci décider',
    best: 'La meilleure exécution',
    prefer: 'Préférer cette exécution',
  },
  files: {
    title: 'Trajectoires',
    what:
      'Des exécutions en lignes JSON : messages et outils, ou choisies et rejetées. Pour entraîner ou pour relire. ' +
      'Elles restent sur cet appareil tant que vous ne transmettez pas le fichier.',
    export: 'Exporter en JSONL',
    exportPreferences: 'Exporter les préférences',
    import: 'Importer du JSONL',
    label: 'Trajectoires à importer',
    wrong: (line) => `La ligne ${line} n’est ni une trajectoire ni une préférence. Rien n’a été importé.`,
    trajectories: (count) => plural(count, `${count} trajectoire lue.`, `${count} trajectoires lues.`),
    preferences: (count) => plural(count, `${count} préférence lue.`, `${count} préférences lues.`),
    unnamed: 'Politique sans nom',
    chosen: 'choisie',
    rejected: 'rejetée',
    messages: (number, policy, count) => `${number}. ${policy}, ${count} messages`,
    pair: (number) => `${number}. Choisie et rejetée`,
  },
};
