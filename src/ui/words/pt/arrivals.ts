import type { Catalogue } from '../catalogue';

export const arrivals: Catalogue['arrivals'] = {
  title: 'Compartilhado com o Goldcrest',
  lead: 'Ainda nada foi visto nem guardado.',
  files: (count: number) => (count === 1 ? 'Um arquivo' : `${count} arquivos`),
  identify: 'Identificar',
  discard: 'Descartar',
  discarded: 'Descartado. Nada foi guardado.',
  none: 'Não há nada esperando aqui.',
  home: 'Ir para o início',
  sound: 'Gravação',
  results: {
    files: '',
    empty:
      'O outro aplicativo não compartilhou nada: não chegou nenhum arquivo. Acontece em alguns celulares. Compartilhe de novo ou escolha a foto aqui.',
    full: 'Não havia espaço neste aparelho para o que foi compartilhado. Libere espaço e compartilhe de novo.',
  },
  earlier: 'O que foi compartilhado antes ainda está aqui:',
};
