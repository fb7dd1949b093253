import { inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { plural } from '../language.svelte';

export const about: Catalogue['about'] = {
  title: 'Réglages et à propos',
  settings: 'Réglages',
  screenLanguage: 'Langue',
  language: 'Noms des oiseaux',
  asScreens: 'Comme l’application',
  asBrowser: 'Comme le navigateur',
  fallback: 'Si un oiseau n’a pas de nom dans cette langue, le nom anglais est affiché.',
  colours: 'Couleurs',
  themes: { system: 'Comme l’appareil', light: 'Clair', dark: 'Sombre' },
  privacy: {
    title: 'Privée par construction',
    promise:
      'Goldcrest n’a aucun serveur qui pourrait recevoir quoi que ce soit. Les photos sont ouvertes, mesurées et comparées dans ce navigateur. ' +
      'La date et le lieu viennent de la photo ou de vous, et restent dans ce navigateur. Il n’y a ni compte, ni comptage des visites, ' +
      'ni demande à un autre site, sauf quand vous téléchargez un paquet.',
    kept: 'Une observation enregistrée contient ses indices et une petite copie de la photo. Supprimée ici, elle l’est pour de bon.',
    observations: 'Observations enregistrées',
    storage: 'Espace utilisé',
    used: (bytes) => `${inSize(bytes)}, modèles et application compris`,
    group: 'Supprimer toutes les observations et les réglages',
    sure: 'Toutes les observations enregistrées et vos réglages seront supprimés de cet appareil. Les modèles restent.',
    confirm: 'Supprimer',
    keep: 'Garder',
    delete: 'Supprimer mes données',
  },
  models: {
    title: (pack) => `Les modèles : ${pack}`,
    version: (version, bytes) => `Version ${version}, ${inSize(bytes)}.`,
    cards: (count) =>
      `Comment ${count === 1 ? 'le modèle a été fait et mesuré' : `ses ${count} modèles ont été faits et mesurés`}`,
    more: 'Plus de modèles',
    others: 'D’autres modèles existent sous forme de paquets, que vous choisissez, gardez et retirez vous-même.',
    packs: 'Paquets et espace',
  },
  developers: {
    title: 'Pour les développeurs',
    why: 'Chaque observation montre alors les données brutes de chaque étape et peut être enregistrée en JSON. Vous pouvez aussi laisser un modèle de langage décider des étapes et le comparer aux règles.',
    show: 'Montrer données brutes, politiques et jetons',
    compare: 'Qui décide des étapes',
  },
  app: {
    title: 'L’application',
    under: (version) => `Goldcrest ${version}, sous la`,
    licence: 'licence Apache 2.0',
    own: 'Les modèles ont leur propre licence, indiquée plus haut.',
    sources: (taxonomy, species) =>
      `Noms des oiseaux d’après ${taxonomy} : ${species} espèces. Caractères : Newsreader et Source Sans 3, sous la SIL Open Font Licence. ` +
      'Traits des oiseaux : AVONET (Tobias et al. 2022), sous CC BY 4.0, réduits. Carte : Natural Earth, domaine public. Noms de lieux : GeoNames, sous CC BY 4.0, réduits ; ' +
      'ceux des régions et départements aussi d’Unicode CLDR, sous la Unicode License, et d’iso-codes, sous la LGPL 2.1 ou ultérieure.',
  },
  licence: {
    nonCommercial: 'Usage non commercial uniquement.',
    free: 'Libre pour tout usage.',
  },
  card: {
    figures: (count) => plural(count, `${count} chiffre mesuré`, `${count} chiffres mesurés`),
    caption: (title) => `Chiffres de ${title}`,
    measured: 'Mesure',
    value: 'Valeur',
    on: 'Sur',
    interval: (low, high) => `(${low} à ${high})`,
    with: 'Avec',
    calibrated: (on, photos, date, error) =>
      `Probabilités calibrées sur ${on}, ${photos} photos, ${date}${error === null ? '' : ` ; erreur moyenne ${error}`}.`,
    source: (source) => `Source : ${source}`,
  },
};
