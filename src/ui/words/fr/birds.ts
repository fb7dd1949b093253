import type { Catalogue } from '../catalogue';
import { inNumber, plural } from '../language.svelte';

const n = (count: number, one: string, other: string): string => `${inNumber(count)} ${plural(count, one, other)}`;

export const birds: Catalogue['birds'] = {
  title: 'Mes oiseaux',
  lead: 'Les espèces que vous avez vous-même confirmées ou nommées. Un genre ne compte pas.',
  species: (count) => n(count, 'espèce', 'espèces'),
  speciesOf: (count, all) => `${inNumber(count)} sur ${n(all, 'espèce', 'espèces')}`,
  empty:
    'Aucune pour l’instant. Gardez une observation et confirmez son oiseau, ou apportez la liste que vous avez déjà.',
  nothingHere: 'Aucune de vos espèces ne correspond.',
  loading: 'Ouverture de vos oiseaux',
  filter: { year: 'Année', month: 'Mois', place: 'Lieu', order: 'Ordre', all: 'Tous' },
  order: {
    latest: 'Vus en dernier d’abord',
    first: 'Nouveaux sur la liste d’abord',
    taxonomic: 'Comme dans un guide',
    name: 'Par nom',
  },
  seen: (first, last) => (first === last ? first : `du ${first} au ${last}`),
  noDay: 'Sans date',
  times: (count) => `${inNumber(count)} fois`,
  fromList: 'de votre liste eBird',
  newForYou: 'Nouveau pour vous',
  import: {
    title: 'Apporter votre liste eBird',
    how: 'Sur ebird.org, ouvrez Mon eBird, puis votre liste de vie, et téléchargez-la en CSV. Le fichier est lu sur cet appareil.',
    choose: 'Choisir le fichier',
    wrong: {
      not_a_life_list: {
        title: 'Ce n’est pas une liste de vie eBird',
        message:
          'Il manque au fichier des colonnes qu’eBird écrit. Téléchargez la liste de vie en CSV et choisissez ce fichier.',
      },
      too_large: {
        title: 'Ce fichier est trop grand pour une liste de vie',
        message: 'Une liste de tous les oiseaux fait moins de 2 Mo.',
      },
    },
    unchanged: 'Vos oiseaux sont restés tels quels.',
    found: (species, fresh) => `${n(species, 'espèce', 'espèces')}, dont ${inNumber(fresh)} nouvelles sur votre liste.`,
    renamed: (count) => `${n(count, 'oiseau a', 'oiseaux ont')} un autre nom aujourd’hui`,
    unmatched: (count) => `${n(count, 'ligne est laissée', 'lignes sont laissées')} de côté`,
    line: (line) => `Ligne ${inNumber(line)}`,
    why: {
      not_a_species: 'pas déterminé à l’espèce, ou hybride',
      not_countable: 'eBird ne le compte pas',
      unknown_name: 'aucun oiseau de ce nom n’est connu ici',
    },
    add: 'Ajouter à mes oiseaux',
    cancel: 'Annuler',
    added: (species) => `Ajouté : ${n(species, 'espèce', 'espèces')}.`,
    takenOut: 'Retiré.',
    undo: 'Annuler',
    lists: 'Listes que vous avez apportées',
    listOf: (name, day, rows) => `${name}, ${day} : ${n(rows, 'oiseau', 'oiseaux')}`,
    takeOut: 'Retirer',
    noBackup: 'Les listes venues d’ailleurs ne font pas partie d’une sauvegarde. Conservez le fichier.',
  },
  measure: {
    title: 'Est-elle bonne pour moi ?',
    none: 'Vérifiez les oiseaux que Goldcrest a nommés : confirmez-les, ou corrigez-les. Il se mesure alors à ce que vous avez dit.',
    said: (right, all) =>
      `Sur ${n(all, 'espèce nommée', 'espèces nommées')} par l’application et vérifiées par vous, ${inNumber(right)} ${plural(right, 'était juste', 'étaient justes')}.`,
    bound: (percent) => `Avec 95 % de confiance, au plus ${percent} des espèces qu’elle vous nomme sont fausses.`,
    unknown: 'C’est trop peu pour dire combien de fois elle se trompe.',
    stated: (percent) => `Ses modèles sont réglés pour se tromper dans au plus ${percent} des cas.`,
    care: 'Cela vaut pour des oiseaux comme ceux que vous avez vérifiés. Si vous vérifiez surtout les faciles, elle paraît meilleure qu’elle n’est.',
    save: 'Enregistrer comme jeu étiqueté',
    saveWhy: (files) =>
      `Un zip avec labels.json et ${n(files, 'fichier', 'fichiers')}, pour « npm run bench ». Il nomme vos lieux.`,
    saving: (done, total) => `Mise en boîte : ${inNumber(done)} sur ${inNumber(total)}`,
  },
};
