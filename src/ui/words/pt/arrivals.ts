import type { Catalogue } from '../catalogue';

export const arrivals: Catalogue['arrivals'] = {
  title: 'Partilhado com o Goldcrest',
  lead: 'Ainda nada foi visto nem guardado.',
  files: (count: number) => (count === 1 ? 'Um ficheiro' : `${count} ficheiros`),
  identify: 'Identificar',
  discard: 'Deitar fora',
  discarded: 'Deitado fora. Nada foi guardado.',
  none: 'Nada está à espera aqui.',
  home: 'Para o primeiro ecrã',
  sound: 'Gravação',
  results: {
    files: '',
    empty:
      'A outra aplicação não partilhou nada: não chegou nenhum ficheiro. Acontece em alguns telefones. Partilhe de novo ou escolha a foto aqui.',
    full: 'Não havia espaço neste dispositivo para o que foi partilhado. Liberte espaço e partilhe de novo.',
  },
  earlier: 'O que foi partilhado antes ainda está aqui:',
};
