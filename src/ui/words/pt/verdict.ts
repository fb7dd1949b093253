import type { Catalogue } from '../catalogue';
import { inPercent } from '../language.svelte';

function chance(probability: number): string {
  if (probability > 0.995) return `mais de ${inPercent(0.99)}`;
  if (probability < 0.01) return `menos de ${inPercent(0.01)}`;
  return inPercent(probability);
}

function leading(probability: number): string {
  if (probability >= 0.945) return 'Quase com certeza';
  if (probability >= 0.795) return 'Muito provavelmente';
  return probability >= 0.595 ? 'Provavelmente' : 'Talvez';
}

export const verdict: Catalogue['verdict'] = {
  chances: [
    { from: 0.95, words: 'quase com certeza' },
    { from: 0.8, words: 'muito provavelmente' },
    { from: 0.6, words: 'provavelmente' },
    { from: 0.4, words: 'cerca de uma vez em duas' },
    { from: 0.25, words: 'cerca de uma vez em três' },
    { from: 0.1, words: 'pouco provável' },
    { from: 0, words: 'muito pouco provável' },
  ],
  percent: chance,
  lead: {
    species: leading,
    genus: (probability) => `${leading(probability)} do gênero`,
    family: (probability) => `${leading(probability)} da família`,
  },
  sure: (percent) => `Certeza: ${percent}`,
  certainly: {
    genus: (taxon) => ['Com certeza do gênero ', taxon, '.'],
    family: (taxon) => ['Com certeza da família ', taxon, '.'],
  },
  grain: { family: 'Família', genus: 'Gênero', species: 'Espécie' },
  rule: {
    no_bird_found: {
      title: 'Nenhuma ave encontrada',
      why: 'Nenhuma ave foi encontrada nesta foto. Tente uma em que a ave ocupe mais da imagem.',
    },
    quality_failed: {
      title: 'Pouco clara para dar nome',
      why: 'Talvez haja uma ave, mas a imagem ou a gravação não mostra o suficiente.',
    },
    no_bird_heard: {
      title: 'Nenhuma ave ouvida',
      why: 'Nenhuma ave foi ouvida nesta gravação. Tente mais perto da ave ou em um lugar mais quieto.',
    },
    unknown_voice: {
      title: 'Uma voz que o aplicativo não conhece',
      why: 'Algo chama aqui, mas nenhuma ave que o aplicativo conhece combina bem. Pode ser uma ave que ele não aprendeu, ou não ser uma ave.',
    },
    not_a_bird: { title: 'Parece não ser uma ave', why: 'O que foi encontrado na foto não parece uma ave.' },
    nothing_classified: { title: 'Não comparada', why: 'A ave não pôde ser comparada com nenhuma espécie.' },
    species_seen_and_heard: { title: 'Espécie', why: 'A imagem e a voz dizem a mesma espécie.' },
    species_with_answer: { title: 'Espécie', why: 'Sua resposta a distinguiu de aves parecidas.' },
    species_with_place: { title: 'Espécie', why: 'O que se viu ou ouviu e o lugar apontam para esta espécie.' },
    species_without_place: {
      title: 'Espécie',
      why: 'O que se viu ou ouviu basta para a espécie, sem ajuda de um lugar.',
    },
    rolled_up_to_genus: { title: 'Gênero', why: 'Basta para o gênero, mas não para a espécie.' },
    rolled_up_to_family: { title: 'Família', why: 'Basta para a família, mas não para o gênero nem a espécie.' },
    senses_disagree: {
      title: 'Imagem e voz discordam',
      why: 'A imagem diz uma ave e a voz outra, então nenhuma ganha nome. Talvez fossem duas.',
    },
    either_or: {
      title: 'Uma de poucas',
      why: 'O som combina com estas aves, que não são parentes, e nada as distingue.',
    },
    not_enough_evidence: {
      title: 'Não basta para dar nome',
      why: 'É uma ave, mas não há o suficiente nem para dizer a família.',
    },
  },
  term: {
    look: { for: 'Parece esta ave', against: 'Só lembra um pouco esta ave' },
    with_place: { for: 'Com o lugar, continua sendo esta ave', against: 'Com o lugar, menos provável' },
    margin: { for: 'Nenhuma outra chega perto', against: 'Outra ave vem logo atrás' },
    lives_here: { for: 'Vive aqui', against: 'Aqui é rara ou não ocorre' },
    ruled_out: {
      for: 'Nada aponta para aves de outros lugares',
      against: 'Em parte parece uma ave que não vive aqui',
    },
    agreement: { for: 'Vários olhares concordam', against: 'Os olhares discordam, ou só houve um' },
    pixels: { for: 'A ave está grande na foto', against: 'A ave está pequena na foto' },
    quality: { for: 'Clara o bastante para julgar', against: 'Mal chega a ser clara o bastante' },
    found: { for: 'Claramente uma ave na foto', against: 'Foi difícil achar a ave na foto' },
    no_bird: { for: 'Com certeza uma ave', against: 'Talvez nem seja uma ave' },
    coverage: {
      for: 'O aplicativo conhece a maioria das aves deste lugar',
      against: 'O aplicativo não conhece muitas das aves deste lugar',
    },
    unlabelled: {
      for: 'Nenhuma parente que o aplicativo não conheça vive aqui',
      against: 'Uma parente que o aplicativo não conhece vive aqui',
    },
    month: { for: 'O mês é conhecido', against: 'O mês não é conhecido' },
    best_window: { for: 'Muito clara por um momento', against: 'Nunca muito clara' },
    windows: { for: 'Ouvida várias vezes', against: 'Ouvida só por um instante' },
    others: { for: 'Poucas outras aves cantam', against: 'Muitas outras aves cantam' },
    signal: { for: 'Destaca-se do ruído', against: 'Quase some no ruído' },
    observer: { for: 'Sua resposta combina', against: 'Sua resposta não combina bem' },
    sounds_alike: { for: 'Nenhuma ave daqui soa parecido', against: 'Aqui vivem aves que soam parecido' },
  },
  heardTerm: {
    look: { for: 'Soa como esta ave', against: 'Só soa um pouco como esta ave' },
    agreement: {
      for: 'Vários momentos da gravação concordam',
      against: 'Os momentos da gravação discordam, ou só houve um',
    },
  },
  howMuch: { much: 'muito', some: 'claramente', little: 'um pouco' },
  help: {
    a_place: 'Um lugar: ele diz quais aves vivem lá.',
    a_date: 'Uma data: ela diz quais aves há nessa época do ano.',
    a_closer_photo: 'Uma foto mais de perto, em que a ave ocupe mais da imagem.',
    a_sharper_photo: 'Uma foto mais nítida: segure firme e foque na ave.',
    better_light: 'Uma foto com luz melhor, com o sol às suas costas.',
    another_photo: 'Outra foto da mesma ave, de outro lado.',
    a_sound: 'Uma gravação do chamado ou do canto.',
    a_closer_recording: 'Uma gravação mais de perto, com o microfone voltado para a ave.',
    a_quieter_recording: 'Uma gravação protegida do vento e sem gente falando.',
    another_recording: 'Outra gravação da mesma ave.',
    a_photo: 'Uma foto da ave.',
  },
  rung: {
    reached: (rung) => `Certeza: ${chance(rung.probability)}, o bastante para este nível.`,
    below_bar: ({ probability, bar }) =>
      `Certeza insuficiente: ${chance(probability)}. ` +
      (chance(probability) === inPercent(bar)
        ? 'Este nível pede um pouco mais.'
        : `Este nível pede ${inPercent(bar)}.`),
    not_in_top_k: () => 'Nada do que se viu ou ouviu apontava para ela.',
    views_disagree: () => 'Dois olhares sobre a ave discordam.',
    senses_disagree: () => 'A imagem e a voz dizem aves diferentes.',
    observer_disagrees: () => 'Não leva mais o nome: sua resposta fala contra.',
    quality_failed: () => 'Não tentado: a ave não se vê ou não se ouve bem o bastante.',
    no_bird: () => 'Não tentado: não há ave para comparar.',
    nothing_classified: () => 'Não tentado: nada foi comparado.',
    policy_declined: () => 'Não tentado: uma resposta mais ampla foi escolhida.',
  },
};
