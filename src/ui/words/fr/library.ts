import { inNumber, plural } from '../language.svelte';
import type { library as english } from '../en/library';

export const library: typeof english = {
  waiting: 'Toutes vos photos ne sont pas encore examinées',
  what: (done, total) => `${inNumber(done)} sur ${inNumber(total)} étaient prêtes quand l’application a été fermée.`,
  goOn: 'Continuer',
  discard: 'Oublier le reste',
  safe: 'Vous pouvez fermer l’application. Elle reprendra ici à votre retour.',
  unsafe: 'Il n’y a pas assez de place pour retenir le reste. Laissez cette page ouverte jusqu’à la fin.',
  photos: (count) => `${inNumber(count)} ${plural(count, 'photo', 'photos')}`,
  how: 'Les photos prises à la suite au même endroit comptent pour un seul oiseau.',
  keepAll: 'Tout garder dans le carnet',
  kept: (count) => `${inNumber(count)} dans votre carnet.`,
  inBook: 'Dans votre carnet',
};
