import { inNumber, plural } from '../language.svelte';
import type { library as english } from '../en/library';

export const library: typeof english = {
  waiting: 'Ainda há fotos por ver',
  what: (done, total) => `${inNumber(done)} de ${inNumber(total)} estavam prontas quando o aplicativo foi fechada.`,
  goOn: 'Continuar',
  discard: 'Esquecer o resto',
  safe: 'Pode fechar o aplicativo. Ela continua daqui quando voltar.',
  unsafe: 'Não há espaço para lembrar o resto. Deixe esta página aberta até todas estarem vistas.',
  photos: (count) => `${inNumber(count)} ${plural(count, 'foto', 'fotos')}`,
  how: 'Fotos tiradas pouco depois umas das outras no mesmo local contam como uma só ave.',
  keepAll: 'Guardar todas no caderno',
  kept: (count) => `${inNumber(count)} no seu caderno.`,
  inBook: 'No seu caderno',
};
