import type { Catalogue } from '../catalogue';
import { inNumber, plural } from '../language.svelte';

const n = (count: number, one: string, other: string): string => `${inNumber(count)} ${plural(count, one, other)}`;

export const birds: Catalogue['birds'] = {
  title: 'Minhas aves',
  lead: 'As espécies que você mesmo confirmou ou nomeou. Um gênero não conta.',
  species: (count) => n(count, 'espécie', 'espécies'),
  speciesOf: (count, all) => `${inNumber(count)} de ${n(all, 'espécie', 'espécies')}`,
  empty: 'Nenhuma ainda. Guarde uma observação e confirme a ave, ou traga a lista que você já tem.',
  nothingHere: 'Nenhuma das suas espécies corresponde.',
  loading: 'Abrindo suas aves',
  filter: { year: 'Ano', month: 'Mês', place: 'Lugar', order: 'Ordem', all: 'Todos' },
  order: {
    latest: 'Vistas por último primeiro',
    first: 'Novas na lista primeiro',
    taxonomic: 'Como em um guia de campo',
    name: 'Por nome',
  },
  seen: (first, last) => (first === last ? first : `de ${first} a ${last}`),
  noDay: 'Sem data',
  times: (count) => n(count, 'vez', 'vezes'),
  fromList: 'da sua lista do eBird',
  newForYou: 'Nova para você',
  import: {
    title: 'Trazer sua lista do eBird',
    how: 'Em ebird.org, abra Meu eBird, depois sua lista de vida, e baixe como CSV. O arquivo é lido neste aparelho.',
    choose: 'Escolher o arquivo',
    wrong: {
      not_a_life_list: {
        title: 'Isto não é uma lista de vida do eBird',
        message:
          'Faltam no arquivo colunas que o eBird escreve. Baixe a lista de vida como CSV e escolha esse arquivo.',
      },
      too_large: {
        title: 'Este arquivo é grande demais para uma lista de vida',
        message: 'Uma lista de todas as aves tem menos de 2 MB.',
      },
    },
    unchanged: 'Suas aves estão como estavam.',
    found: (species, fresh) => `${n(species, 'espécie', 'espécies')}, ${inNumber(fresh)} delas novas na sua lista.`,
    renamed: (count) => `${n(count, 'ave tem', 'aves têm')} outro nome hoje`,
    unmatched: (count) => `${n(count, 'linha fica', 'linhas ficam')} de fora`,
    line: (line) => `Linha ${inNumber(line)}`,
    why: {
      not_a_species: 'não identificada até a espécie, ou híbrida',
      not_countable: 'o eBird não a conta',
      unknown_name: 'nenhuma ave com esse nome é conhecida aqui',
    },
    add: 'Adicionar às minhas aves',
    cancel: 'Cancelar',
    added: (species) => `Adicionado: ${n(species, 'espécie', 'espécies')}.`,
    takenOut: 'Retirada de novo.',
    undo: 'Desfazer',
    lists: 'Listas que você trouxe',
    listOf: (name, day, rows) => `${name}, ${day}: ${n(rows, 'ave', 'aves')}`,
    takeOut: 'Retirar',
    noBackup: 'Listas vindas de fora não fazem parte do backup. Guarde o arquivo.',
  },
  measure: {
    title: 'Ele é bom para mim?',
    none: 'Confira as aves que o Goldcrest nomeou: confirme ou corrija. Ele então se mede pelo que você disse.',
    said: (right, all) =>
      `De ${n(all, 'espécie', 'espécies')} que o aplicativo nomeou e você conferiu, ${inNumber(right)} ${plural(right, 'estava certa', 'estavam certas')}.`,
    bound: (percent) =>
      `Com 95% de confiança, no máximo ${percent} das espécies que ele nomeia para você estão erradas.`,
    unknown: 'É muito pouco para dizer com que frequência ele erra.',
    stated: (percent) => `Seus modelos foram ajustados para errar no máximo em ${percent}.`,
    care: 'Isso vale para aves como as que você conferiu. Se você confere sobretudo as fáceis, ele parece melhor do que é.',
    save: 'Salvar como conjunto rotulado',
    saveWhy: (files) =>
      `Um zip com labels.json e ${n(files, 'arquivo', 'arquivos')}, para “npm run bench”. Ele traz os seus lugares.`,
    saving: (done, total) => `Empacotando ${inNumber(done)} de ${inNumber(total)}`,
  },
};
