import { inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { listInWords, plural } from '../language.svelte';

const quoted = (titles: readonly string[]): string => listInWords(titles.map((title) => `“${title}”`));

export const problems: Catalogue['problems'] = {
  missingPacks: (titles) => ({
    title: 'Faltam alguns modelos',
    message: `Não foi possível ler ${quoted(titles)}, que não ${plural(titles.length, 'é usado', 'são usados')}. Recarregue a página com internet para tentar de novo.`,
    safe: 'Os outros modelos fazem o que podem.',
  }),
  lostPacks: (titles, bytes) => ({
    title: plural(titles.length, 'Um pacote não está mais aqui', `${titles.length} pacotes não estão mais aqui`),
    message:
      `O navegador limpou ${quoted(titles)} (${inSize(bytes)}), como fazem os navegadores quando falta espaço no aparelho. ` +
      'Até um novo download, os modelos do aplicativo fazem o trabalho.',
    safe: 'Com o aplicativo instalado, isso é menos provável.',
  }),
  notReady: (message) => ({
    title: 'Não foi possível preparar os modelos',
    message,
    safe: 'As observações salvas estão seguras.',
  }),
  notLoaded:
    'Uma parte do aplicativo não carregou. Recarregue a página; se não ajudar, conecte-se uma vez e recarregue.',
  notSaved: (message) => ({ title: 'Esta observação não foi salva', message, safe: '' }),
  soundNotSaved: (message, recorded) => ({
    title: 'A gravação não foi salva',
    message,
    safe: recorded ? 'Ela ainda pode ser aberta na tela inicial.' : 'O arquivo em si não mudou.',
  }),
  notOpened: (name, message, others) => ({
    title: name ? `“${name}” não foi aberto` : 'O arquivo não foi aberto',
    message,
    safe: others ? 'Os outros arquivos, a data e o lugar foram mantidos.' : 'O arquivo em si não mudou.',
  }),
  deleted: 'Observação apagada. Ela pode ser recuperada.',
};
