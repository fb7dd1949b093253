import type { Problem } from '../../problem';
import type { Catalogue } from '../catalogue';

export const notebook: Catalogue['notebook'] = {
  keep: {
    title: 'Caderno de campo',
    keep: 'Guardar',
    draft: (days) =>
      `Um rascunho: some ${days === 0 ? 'hoje' : days === 1 ? 'em um dia' : `em ${days} dias`} se você não o guardar.`,
    ask: 'O que guardar das fotos?',
    original: 'Os originais',
    reduced: 'Cópias menores',
    originalWhy: (size) => `Como estão, ${size}.`,
    reducedWhy: 'No máximo 1.600 pixels de largura, cerca de 0,3 MB cada.',
    later: 'Você pode mudar isso nos ajustes.',
    kept: 'Guardado no seu caderno.',
    cleared: (count): Problem => ({
      title: 'Seu caderno está vazio',
      message:
        `O navegador apagou ${count === 1 ? 'a observação' : `as ${count} observações`} que você tinha guardado, como fazem os navegadores quando falta espaço ` +
        'no aparelho. Se você tem uma cópia, recupere-a em “Exportar e cópia de segurança”.',
      safe: 'Instalar o aplicativo torna isso menos provável.',
    }),
    failed: 'Esta observação não foi guardada',
    stays: 'Ela continua entre as recentes, como rascunho.',
    unchangedTitle: 'Sua alteração não foi salva',
    unchanged: 'O que estava salvo continua como estava.',
  },
  status: {
    open: 'A conferir',
    confirmed: 'Confirmada por você',
    corrected: 'Corrigida por você',
    rejected: 'Rejeitada por você',
  },
  confirm: 'Confirmar',
};
