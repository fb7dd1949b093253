import { MOST_SECONDS } from '../../../policies/catalogue';
import { inSize, tookSeconds } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber, plural } from '../language.svelte';

export const compare: Catalogue['compare'] = {
  window: 'Quem decide',
  title: 'Quem decide os passos',
  lead:
    'As mesmas ferramentas e as mesmas regras para o resultado, conduzidas por políticas diferentes. ' +
    'Nenhuma pode afirmar mais do que as evidências permitem.',
  compare: 'Comparar em uma observação',
  openFirst: 'Abra primeiro uma foto ou um som e depois volte aqui para comparar.',
  home: 'Ir para o início',
  stop: 'Parar',
  run: 'Executar nesta observação',
  who: {
    title: 'Quem decide de agora em diante',
    rules: 'As regras',
    rulesNote: 'Sem download, sempre os mesmos passos.',
    auto: 'O aplicativo mede e escolhe',
    autoNote: `Uma política pequena se este aparelho fizer a parte dela em ${MOST_SECONDS} s; senão, as regras. Medido uma vez.`,
    own: 'A escolhida abaixo. Se ela falhar, as regras continuam.',
    measuring: 'Medindo. Até terminar, as regras decidem.',
    cannot: (policy) => `${policy}: não funciona aqui.`,
    speed: (policy, seconds, tokensPerSecond) =>
      `${policy}: ${tookSeconds(seconds * 1000)} por execução, ${inNumber(Math.round(tokensPerSecond))} tokens por segundo.`,
    picked: (policy) => `Escolhida: ${policy}.`,
  },
  policies: {
    title: 'Políticas',
    large: 'Modelos grandes',
    size: (bytes, isRough, licence) => `${isRough ? 'Cerca de ' : ''}${inSize(bytes)}, ${licence}.`,
    absent: {
      no_webgpu: 'Este navegador não tem WebGPU.',
      too_little_memory: 'Precisa de um aparelho com 8 GB de memória ou mais, e de um navegador que informe isso.',
      buffers_too_small: 'Esta placa de vídeo é pequena demais.',
      looking: 'Procurando.',
      not_installed: 'Não está aqui. Ela é feita em um computador e colocada junto do aplicativo.',
    },
  },
  column: {
    waiting: 'Espera a vez',
    ready: 'Preparando',
    loading: (done, total) => `Carregando, ${inSize(done)} de ${inSize(total)}`,
    running: 'Decidindo',
    failed: 'Não conseguiu começar',
    ended: (steps, tokens, ms) => `${steps} passos${tokens ? `, ${inNumber(tokens)} tokens` : ''}, ${tookSeconds(ms)}`,
    rulesWentOn: 'As regras continuaram.',
    decides: 'Decide de agora em diante',
    letDecide: 'Deixar esta decidir',
    best: 'A melhor execução',
    prefer: 'Preferir esta execução',
  },
  files: {
    title: 'Trajetórias',
    what:
      'Execuções em linhas JSON: mensagens e ferramentas, ou escolhidas e rejeitadas. Para treinar ou para rever. ' +
      'Ficam neste aparelho enquanto você não passar o arquivo adiante.',
    export: 'Exportar como JSONL',
    exportPreferences: 'Exportar preferências',
    import: 'Importar JSONL',
    label: 'Trajetórias para importar',
    wrong: (line) => `A linha ${line} não é trajetória nem preferência. Nada foi importado.`,
    trajectories: (count) => plural(count, `${count} trajetória lida.`, `${count} trajetórias lidas.`),
    preferences: (count) => plural(count, `${count} preferência lida.`, `${count} preferências lidas.`),
    unnamed: 'Política sem nome',
    chosen: 'escolhida',
    rejected: 'rejeitada',
    messages: (number, policy, count) => `${number}. ${policy}, ${count} mensagens`,
    pair: (number) => `${number}. Escolhida e rejeitada`,
  },
};
