import { inNumber, plural } from '../language.svelte';
import type { finding as english } from '../en/finding';

const many = (count: number): string => `${inNumber(count)} ${plural(count, 'observação', 'observações')}`;

export const finding: typeof english = {
  title: 'Seu caderno',
  opening: 'Abrindo o caderno',
  empty: 'Ainda não há nada guardado. Toque em “Guardar” em um resultado para encontrá-lo aqui.',
  home: 'Identificar uma ave',
  search: 'Buscar por nome, lugar, data ou nota',
  filter: {
    title: (set) => (set === 0 ? 'Filtrar' : `Filtrar (${set})`),
    any: 'Tudo',
    sureness: 'Certeza',
    species: 'Espécie',
    family: 'Família',
    place: 'Lugar',
    month: 'Mês',
    surenesses: {
      all: 'Qualquer',
      sure: 'Certa',
      unsure: 'Incerta',
      check: 'Convém rever',
    },
  },
  count: (found, all) => (found === all ? `${many(all)}.` : `${inNumber(found)} de ${many(all)}.`),
  clear: 'Limpar os filtros',
  none: 'Nada no seu caderno corresponde. Tente com menos palavras ou filtros.',
  views: { title: 'Mostrar como', list: 'Lista', map: 'Mapa', calendar: 'Calendário' },
  unnamed: 'Sem nome',
  unusual: 'Incomum aqui',
  noDay: 'Sem data',
  map: {
    label:
      'Mapa das suas observações. As setas o movem, mais e menos ampliam e reduzem, Enter escolhe o que está no centro.',
    how: 'Toque em um círculo para ver o que foi observado ali.',
    inSight: (count) => `${many(count)} nesta parte do mapa.`,
    here: (count) => `${many(count)} aqui.`,
    noPlace: (count) => `${many(count)} sem lugar não ${plural(count, 'aparece', 'aparecem')} no mapa.`,
    closer: (more) => `E mais ${inNumber(more)}. Amplie o mapa para vê-las.`,
  },
  calendar: {
    earlier: 'Mês anterior',
    later: 'Mês seguinte',
    month: 'Mês',
    day: (day, count) => (count === 0 ? `${day}: nada` : `${day}: ${many(count)}`),
    listed: (count, when) => `${when}: ${many(count)}.`,
  },
  toReview: (count) => `Rever ${inNumber(count)}`,
  review: {
    title: 'Rever',
    lead: 'Aquilo de que o aplicativo não tinha certeza e o que é incomum nesse lugar e época. Uma tecla ou um toque cada.',
    left: (count, later) =>
      `${plural(count, 'Falta', 'Faltam')} ${inNumber(count)}${later === 0 ? '' : `; ${inNumber(later)} para depois`}.`,
    why: {
      unsure: 'O aplicativo não tinha certeza.',
      unusual: 'Incomum neste lugar e época.',
    },
    sureOnes: 'Ninguém verificou ainda.',
    actions: 'Sua palavra',
    confirm: 'Confirmar',
    reject: 'Rejeitar',
    correct: 'Corrigir',
    later: 'Depois',
    undo: 'Desfazer',
    open: 'Abrir a observação',
    orIs: 'Ou é uma destas?',
    keys: 'Teclas: Y confirmar, N rejeitar, C corrigir, L depois, U desfazer; os números escolhem uma ave.',
    nothingToConfirm: 'Nada foi nomeado, por isso não há nada a confirmar.',
    said: {
      confirmed: (name) => `Confirmada: ${name}.`,
      rejected: (name) => `Rejeitada: ${name}.`,
      corrected: (name) => `Corrigida: ${name}.`,
      later: 'Fica para a próxima visita.',
      undone: 'Desfeito.',
    },
    done: 'Tudo revisto.',
    doneWhy: 'Não há mais nada que convenha rever.',
    alsoSure: (count) => `Verificar ${many(count)} de que o aplicativo tinha certeza`,
    again: (count) => `Ver as ${inNumber(count)} deixadas para depois`,
    back: 'Para o caderno',
  },
};
