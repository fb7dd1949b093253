import { inNumber, plural } from '../language.svelte';
import type { library as english } from '../en/library';

export const library: typeof english = {
  waiting: 'Noch sind nicht alle Fotos angesehen',
  what: (done, total) => `${inNumber(done)} von ${inNumber(total)} waren fertig, als die App geschlossen wurde.`,
  goOn: 'Weitermachen',
  discard: 'Den Rest vergessen',
  safe: 'Du kannst die App schließen. Sie macht hier weiter, wenn du zurückkommst.',
  unsafe: 'Es ist kein Platz, um sich den Rest zu merken. Lass diese Seite offen, bis alle angesehen sind.',
  photos: (count) => `${inNumber(count)} ${plural(count, 'Foto', 'Fotos')}`,
  how: 'Fotos, die kurz nacheinander an einem Ort entstanden sind, gelten als ein Vogel.',
  keepAll: 'Alle ins Notizbuch',
  kept: (count) => `${inNumber(count)} in deinem Notizbuch.`,
  inBook: 'In deinem Notizbuch',
};
