import type { Catalogue } from '../catalogue';
import { inPercent } from '../language.svelte';

function chance(probability: number): string {
  if (probability > 0.995) return `plus de ${inPercent(0.99)}`;
  if (probability < 0.01) return `moins de ${inPercent(0.01)}`;
  return inPercent(probability);
}

function leading(probability: number): string {
  if (probability >= 0.945) return 'Presque certainement';
  if (probability >= 0.795) return 'Très probablement';
  return probability >= 0.595 ? 'Probablement' : 'Peut-être';
}

export const verdict: Catalogue['verdict'] = {
  chances: [
    { from: 0.95, words: 'presque certainement' },
    { from: 0.8, words: 'très probablement' },
    { from: 0.6, words: 'probablement' },
    { from: 0.4, words: 'environ une fois sur deux' },
    { from: 0.25, words: 'environ une fois sur trois' },
    { from: 0.1, words: 'peu probable' },
    { from: 0, words: 'très peu probable' },
  ],
  percent: chance,
  lead: {
    species: leading,
    genus: (probability) => `${leading(probability)} du genre`,
    family: (probability) => `${leading(probability)} de la famille`,
  },
  sure: (percent) => `Certitude : ${percent}`,
  certainly: {
    genus: (taxon) => ['Certainement du genre ', taxon, '.'],
    family: (taxon) => ['Certainement de la famille ', taxon, '.'],
  },
  grain: { family: 'Famille', genus: 'Genre', species: 'Espèce' },
  rule: {
    no_bird_found: {
      title: 'Aucun oiseau trouvé',
      why: 'Aucun oiseau n’a été trouvé dans cette photo. Essayez-en une où l’oiseau remplit mieux l’image.',
    },
    quality_failed: {
      title: 'Trop peu clair pour le nommer',
      why: 'Il y a peut-être un oiseau, mais l’image ou l’enregistrement ne le montre pas assez.',
    },
    no_bird_heard: {
      title: 'Aucun oiseau entendu',
      why: 'Aucun oiseau n’a été entendu dans cet enregistrement. Essayez plus près de l’oiseau, ou dans un endroit plus calme.',
    },
    unknown_voice: {
      title: 'Une voix que l’application ne connaît pas',
      why: 'Quelque chose se fait entendre ici, mais aucun oiseau que l’application connaît n’y correspond bien. C’est peut-être un oiseau qu’elle n’a pas appris, ou pas un oiseau.',
    },
    not_a_bird: { title: 'Sans doute pas un oiseau', why: 'Ce qui a été trouvé ne ressemble pas à un oiseau.' },
    nothing_classified: { title: 'Non comparé', why: 'L’oiseau n’a pu être comparé à aucune espèce.' },
    species_seen_and_heard: { title: 'Espèce', why: 'L’image et la voix désignent la même espèce.' },
    species_with_answer: { title: 'Espèce', why: 'Votre réponse l’a distingué des oiseaux semblables.' },
    species_with_place: { title: 'Espèce', why: 'Ce qui a été vu ou entendu et le lieu désignent cette espèce.' },
    species_without_place: {
      title: 'Espèce',
      why: 'Ce qui a été vu ou entendu suffit pour l’espèce, sans l’aide d’un lieu.',
    },
    rolled_up_to_genus: { title: 'Genre', why: 'Cela suffit pour le genre, mais pas pour l’espèce.' },
    rolled_up_to_family: { title: 'Famille', why: 'Cela suffit pour la famille, mais pas pour le genre ni l’espèce.' },
    senses_disagree: {
      title: 'L’image et la voix se contredisent',
      why: 'L’image désigne un oiseau et la voix un autre : aucun n’est nommé. Il y en avait peut-être deux.',
    },
    either_or: {
      title: 'L’un de quelques oiseaux',
      why: 'Le son convient à ces oiseaux, qui ne sont pas apparentés, et rien ne les distingue.',
    },
    not_enough_evidence: {
      title: 'Pas assez pour le nommer',
      why: 'C’est un oiseau, mais il n’y a pas de quoi nommer même sa famille.',
    },
  },
  term: {
    look: { for: 'Ressemble à cet oiseau', against: 'Ne ressemble que vaguement à cet oiseau' },
    with_place: { for: 'Avec le lieu, c’est toujours cet oiseau', against: 'Moins probable avec le lieu' },
    margin: { for: 'Aucun autre ne s’en approche', against: 'Un autre oiseau le suit de près' },
    lives_here: { for: 'Il vit ici', against: 'Il est ici rare ou absent' },
    ruled_out: {
      for: 'Rien n’évoque des oiseaux d’ailleurs',
      against: 'Une part évoque des oiseaux qui ne vivent pas ici',
    },
    agreement: {
      for: 'Plusieurs regards concordent',
      against: 'Les regards divergent, ou il n’y en a eu qu’un',
    },
    pixels: { for: 'L’oiseau est grand dans la photo', against: 'L’oiseau est petit dans la photo' },
    quality: { for: 'Assez clair pour juger', against: 'Tout juste assez clair pour juger' },
    found: { for: 'Clairement un oiseau dans la photo', against: 'L’oiseau était difficile à trouver dans la photo' },
    no_bird: { for: 'C’est sûrement un oiseau', against: 'Ce n’est peut-être pas un oiseau' },
    coverage: {
      for: 'L’application connaît la plupart des oiseaux de ce lieu',
      against: 'Beaucoup d’oiseaux de ce lieu sont inconnus de l’application',
    },
    unlabelled: {
      for: 'Aucun parent inconnu de l’application ne vit ici',
      against: 'Un parent inconnu de l’application vit ici',
    },
    month: { for: 'Le mois est connu', against: 'Le mois n’est pas connu' },
    best_window: { for: 'Très clair un instant', against: 'Jamais très clair' },
    windows: { for: 'Entendu plusieurs fois', against: 'Entendu brièvement' },
    others: { for: 'Peu d’autres oiseaux chantent', against: 'Beaucoup d’autres oiseaux chantent' },
    signal: { for: 'Ressort bien du bruit', against: 'Se perd dans le bruit' },
    observer: { for: 'Votre réponse concorde', against: 'Votre réponse ne concorde guère' },
    sounds_alike: {
      for: 'Aucun oiseau d’ici n’a une voix semblable',
      against: 'Des oiseaux à la voix semblable vivent ici',
    },
  },
  heardTerm: {
    look: { for: 'A la voix de cet oiseau', against: 'N’a que vaguement la voix de cet oiseau' },
    agreement: {
      for: 'Plusieurs moments de l’enregistrement concordent',
      against: 'Les moments de l’enregistrement divergent, ou il n’y en a eu qu’un',
    },
  },
  howMuch: { much: 'beaucoup', some: 'nettement', little: 'un peu' },
  help: {
    a_place: 'Un lieu : il dit quels oiseaux y vivent.',
    a_date: 'Une date : elle dit quels oiseaux sont là en cette saison.',
    a_closer_photo: 'Une photo de plus près, où l’oiseau remplit mieux l’image.',
    a_sharper_photo: 'Une photo plus nette : restez immobile et faites le point sur l’oiseau.',
    better_light: 'Une photo mieux éclairée, avec le soleil dans le dos.',
    another_photo: 'Une autre photo du même oiseau, sous un autre angle.',
    a_sound: 'Un enregistrement de son cri ou de son chant.',
    a_closer_recording: 'Un enregistrement de plus près, le micro vers l’oiseau.',
    a_quieter_recording: 'Un enregistrement à l’abri du vent, sans personne qui parle.',
    another_recording: 'Un autre enregistrement du même oiseau.',
    a_photo: 'Une photo de l’oiseau.',
  },
  rung: {
    reached: (rung) => `Certitude : ${chance(rung.probability)}, assez pour ce niveau.`,
    below_bar: ({ probability, bar }) =>
      `Pas assez sûr : ${chance(probability)}. ` +
      (chance(probability) === inPercent(bar)
        ? 'Ce niveau en demande un peu plus.'
        : `Ce niveau demande ${inPercent(bar)}.`),
    not_in_top_k: () => 'Rien de ce qui a été vu ou entendu ne le désignait.',
    views_disagree: () => 'Deux regards sur l’oiseau divergent.',
    senses_disagree: () => 'L’image et la voix désignent des oiseaux différents.',
    observer_disagrees: () => 'N’est plus nommé : votre réponse parle contre.',
    quality_failed: () => 'Pas tenté : on voit ou on entend trop mal l’oiseau.',
    no_bird: () => 'Pas tenté : il n’y a pas d’oiseau à comparer.',
    nothing_classified: () => 'Pas tenté : rien n’a été comparé.',
    policy_declined: () => 'Pas tenté : une réponse plus large a été choisie.',
  },
};
