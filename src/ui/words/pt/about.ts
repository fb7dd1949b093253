import { inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { plural } from '../language.svelte';

export const about: Catalogue['about'] = {
  title: 'Ajustes e informações',
  settings: 'Ajustes',
  screenLanguage: 'Idioma',
  language: 'Nomes das aves',
  asScreens: 'Como o aplicativo',
  asBrowser: 'Como o navegador',
  fallback: 'Quando uma ave não tem nome nesse idioma, aparece o inglês.',
  colours: 'Cores',
  themes: { system: 'Como o aparelho', light: 'Claras', dark: 'Escuras' },
  privacy: {
    title: 'Privado por princípio',
    promise:
      'O Goldcrest não tem nenhum servidor que pudesse receber algo. As fotos são abertas, medidas e comparadas neste navegador. ' +
      'Data e lugar vêm da foto ou de você, e ficam neste navegador. Não há conta, nem contagem de visitas, ' +
      'nem consulta a outro site, exceto quando você pede para baixar um pacote.',
    kept: 'Uma observação salva contém suas evidências e uma cópia pequena da foto. Apagada aqui, ela some de vez.',
    observations: 'Observações salvas',
    storage: 'Espaço usado',
    used: (bytes) => `${inSize(bytes)}, com modelos e aplicativo`,
    group: 'Apagar todas as observações e ajustes',
    sure: 'Isso apaga deste aparelho todas as observações salvas e seus ajustes. Os modelos ficam.',
    confirm: 'Apagar',
    keep: 'Manter',
    delete: 'Apagar meus dados',
  },
  models: {
    title: (pack) => `Os modelos: ${pack}`,
    version: (version, bytes) => `Versão ${version}, ${inSize(bytes)}.`,
    cards: (count) =>
      `Como ${count === 1 ? 'o modelo foi feito e medido' : `seus ${count} modelos foram feitos e medidos`}`,
    more: 'Mais modelos',
    others: 'Há outros modelos em pacotes, que você escolhe, mantém e remove.',
    packs: 'Pacotes e espaço',
  },
  developers: {
    title: 'Para desenvolvedores',
    why: 'Cada observação mostra então os dados brutos de cada passo e pode ser salva como JSON. Você também pode deixar um modelo de linguagem decidir os passos e compará-lo com as regras.',
    show: 'Mostrar dados brutos, políticas e tokens',
    compare: 'Quem decide os passos',
  },
  app: {
    title: 'O aplicativo',
    under: (version) => `Goldcrest ${version}, sob a`,
    licence: 'licença Apache 2.0',
    own: 'Os modelos têm licença própria, indicada acima.',
    sources: (taxonomy, species) =>
      `Nomes das aves segundo ${taxonomy}: ${species} espécies. Letras: Newsreader e Source Sans 3, sob a SIL Open Font Licence. ` +
      'Características das aves: AVONET (Tobias et al. 2022), sob CC BY 4.0, reduzidas. Mapa: Natural Earth, domínio público. Nomes de lugares: GeoNames, sob CC BY 4.0, reduzidos; ' +
      'os de estados e condados também do Unicode CLDR, sob a Unicode License, e do iso-codes, sob a LGPL 2.1 ou posterior.',
  },
  licence: {
    nonCommercial: 'Somente para uso não comercial.',
    free: 'Livre para qualquer uso.',
  },
  card: {
    figures: (count) => plural(count, `${count} valor medido`, `${count} valores medidos`),
    caption: (title) => `Valores de ${title}`,
    measured: 'Medida',
    value: 'Valor',
    on: 'Em',
    interval: (low, high) => `(${low} a ${high})`,
    with: 'Com',
    calibrated: (on, photos, date, error) =>
      `Probabilidades calibradas com ${on}, ${photos} fotos, ${date}${error === null ? '' : `; erro médio ${error}`}.`,
    source: (source) => `Fonte: ${source}`,
  },
};
