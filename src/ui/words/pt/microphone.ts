import type { Processing } from '../../../recorder/microphone';
import type { Catalogue } from '../catalogue';
import { listInWords } from '../language.svelte';

const SAFE = 'Tudo o que foi gravado até agora está guardado.';

const PROCESSING: Record<Processing, string> = {
  echoCancellation: 'o cancelamento de eco',
  noiseSuppression: 'a redução de ruído',
  autoGainControl: 'o nível automático',
};
const named = (list: readonly Processing[]): string => listInWords(list.map((one) => PROCESSING[one]));

export const microphone: Catalogue['microphone'] = {
  refusal: {
    refused: {
      title: 'O microfone foi recusado',
      message: 'Permita o microfone para esta página no navegador, ao lado do endereço, e tente de novo.',
      safe: 'Fotos e arquivos de som funcionam sem ele.',
    },
    none_there: {
      title: 'Nenhum microfone encontrado',
      message: 'Conecte um ou abra um arquivo com o som.',
      safe: '',
    },
    in_use: {
      title: 'O microfone não responde',
      message: 'Talvez outro aplicativo o esteja usando. Feche-o e tente de novo.',
      safe: '',
    },
    not_allowed_here: {
      title: 'Este endereço não pode usar o microfone',
      message: 'Os navegadores só dão o microfone a páginas com https. Abra o aplicativo no endereço https.',
      safe: 'Arquivos de som podem ser abertos aqui.',
    },
    unsupported: {
      title: 'Este navegador não consegue gravar',
      message: 'Grave com outro aplicativo e abra o arquivo aqui.',
      safe: '',
    },
  },
  ended: {
    microphone_lost: {
      title: 'O microfone sumiu',
      message: 'Ele foi desconectado, ou outro aplicativo o pegou. Conecte-o e grave de novo.',
      safe: SAFE,
    },
    storage_full: {
      title: 'Não há mais espaço neste aparelho',
      message: 'A gravação parou aqui. Apague observações antigas ou libere espaço antes da próxima.',
      safe: SAFE,
    },
  },
  unstored: {
    title: 'Esta gravação está só na memória',
    message: 'O navegador não guarda nada desta página (uma janela privada?). Fechá-la perderia a gravação.',
    safe: '',
  },
  processing: {
    on: (which) =>
      `O navegador mantém ligado ${named(which)}, embora tenhamos pedido que não. Vozes fracas e agudas podem faltar.`,
    untold: (which) => `O navegador não diz se usa ${named(which)}.`,
    none: 'Gravado como o microfone ouve: nada foi filtrado nem nivelado.',
  },
};
