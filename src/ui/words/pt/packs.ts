import type { Trust } from '../../../packs/offer';
import { durationInWords, inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber } from '../language.svelte';

const heldBy: Record<Trust, string> = {
  signed: 'assinado',
  app: 'na lista deste aplicativo',
  unsigned: 'sem assinatura, adicionado por você',
  unchecked: 'sem assinatura, adicionado por você',
};

const SENSE = { image: 'pela aparência', sound: 'pela voz' } as const;
const inBirds = (count: number): string => `${inNumber(count)} aves`;

export const packs: Catalogue['packs'] = {
  title: 'Pacotes e espaço',
  lead: 'Mais modelos, se você quiser. São baixados uma vez, ficam neste aparelho e funcionam sem internet.',
  known: {
    starter: {
      title: 'Pacote básico',
      summary:
        'Os modelos que vêm com o aplicativo: um encontra aves nas fotos, outro as nomeia pela aparência e outro sabe quais vivem onde e quando.',
    },
    sound: {
      title: 'Pacote de som',
      summary:
        'O BirdNET V2.4 nomeia aves do mundo todo pela voz. É baixado na primeira vez que você abre uma gravação.',
    },
    'field-vision': {
      title: 'Mais aves pela aparência',
      summary:
        'Nomeia mais aves em fotos, a maioria aprendida com imagens do iNaturalist, e encontra aves em fotos do dia a dia. Substitui os modelos que vêm com o aplicativo.',
    },
    'field-geo': {
      title: 'Onde vivem as aves, semana a semana',
      summary:
        'Quais de 11.280 espécies ocorrem em um lugar em cada semana do ano. O modelo do aplicativo vai por mês.',
    },
  },
  failed: 'Isso não deu certo',
  safe: 'Todo o resto neste aparelho está como estava.',
  here: 'Neste aparelho',
  own: (version, bytes) => `Vem com o aplicativo. Versão ${version}, ${inSize(bytes)}.`,
  offered: {
    title: 'Disponíveis',
    terms: (bytes, licence, nonCommercial) =>
      `${inSize(bytes)}, ${licence}${nonCommercial ? ', somente para uso não comercial' : ''}.`,
    fetch: 'Termos e download',
    asked: 'Nenhum outro servidor é consultado antes de você tocar em um botão aqui.',
  },
  more: {
    title: 'Mais aves',
    what: (role, birds, known, bytes) =>
      `Os modelos deste aparelho conhecem bem ${inBirds(known)} ${SENSE[role]}. Outro pacote conhece ${inBirds(birds)}: ` +
      `${inSize(bytes)}, baixado uma vez só, e depois também funciona sem internet.`,
    get: (birds, bytes) => `Baixar ${inBirds(birds)}, ${inSize(bytes)}`,
    terms: (licence, elsewhere, nonCommercial) =>
      `${nonCommercial ? 'Apenas para uso não comercial' : 'De uso livre'}: ${licence}. Baixado ${elsewhere ? 'do GitHub ' : ''}quando você toca no botão, não antes.`,
  },
  files: {
    title: 'Dos seus arquivos',
    what: 'Um pacote de outro aparelho ou de alguém de confiança: a pasta, um .zip ou um .tar.',
    file: 'Escolher um .zip ou .tar',
    folder: 'Escolher uma pasta',
  },
  room: {
    title: 'Espaço',
    used: (used, free) =>
      `O aplicativo, os modelos e suas observações ocupam ${inSize(used)}. Restam ${inSize(free)} livres.`,
    kept: 'O navegador prometeu não limpar este espaço.',
    mayGo:
      'O navegador pode limpar este espaço quando o aparelho fica sem memória livre. Com o aplicativo instalado, isso é menos provável.',
    none: 'Este navegador não guarda dados do aplicativo (uma janela privada?), então os pacotes não podem ficar.',
    wifiOnly: 'Baixar pacotes só por Wi-Fi',
    noWifi: 'Este navegador não diz em que rede está, então isso não pode ser garantido.',
  },
  run: {
    title: 'Como os modelos rodam neste aparelho',
    providers: { wasm: 'no processador (wasm)', webgpu: 'na placa de vídeo (WebGPU)' },
    on: (provider, milliseconds) =>
      `Roda ${provider}${milliseconds === undefined ? '' : `, ${inNumber(Math.round(milliseconds))} ms por vez`}. ` +
      'Os resultados foram comparados aqui com valores conhecidos.',
    refused: (why) => `A placa de vídeo deste aparelho não é usada para isso: ${why}`,
    notYet: 'Ainda não usado neste aparelho. Os resultados são conferidos na primeira vez.',
  },
  roles: {
    does: {
      detector: 'Encontra aves',
      image: 'Reconhece aves pela aparência',
      sound: 'Reconhece aves pela voz',
      geo: 'Sabe quais aves vivem onde e quando',
    },
    title: 'Quem faz o quê',
    why: 'Mais de um pacote pode fazer este trabalho. Vale a partir da próxima observação.',
  },
  stored: {
    facts: (roles, version, bytes, trust) => `${roles}. Versão ${version}, ${inSize(bytes)}, ${heldBy[trust]}.`,
    half: (arrived, bytes) => `Baixado em parte: ${inSize(arrived)} de ${inSize(bytes)}.`,
    halfUpdate: (version, arrived, bytes) =>
      `A versão ${version} foi baixada em parte: ${inSize(arrived)} de ${inSize(bytes)}. ` +
      'A antiga continua em uso até a nova ser conferida.',
    goOn: 'Continuar',
    drop: 'Descartar',
    lost: (files) =>
      `${files.length === 1 ? `${files[0]} sumiu ou está danificado` : `${files.length} arquivos sumiram ou estão danificados`}, ` +
      'por isso o pacote não é usado. Os modelos do aplicativo fazem o trabalho.',
    repair: 'Reparar',
    use: 'Usar este pacote',
    unused: 'Ele fica neste aparelho sem fazer nada até você usá-lo de novo.',
    verified: 'Conferido',
    notVerified: 'não desde que arquivos sumiram',
    lastUsed: 'Último uso',
    notUsed: 'ainda não',
    removing: (title) => `Remover ${title}`,
    sure: 'Isso remove o pacote deste aparelho. As observações ficam. Você pode baixá-lo de novo.',
    confirm: 'Remover',
    keep: 'Manter',
    verify: 'Conferir de novo',
    update: 'Procurar atualização',
    save: 'Salvar como arquivo',
    remove: 'Remover',
  },
  offer: {
    toCome: 'Tamanho',
    arrived: (bytes) => `(${inSize(bytes)} já estão aqui)`,
    time: 'Tempo',
    about: (seconds) => `cerca de ${durationInWords(seconds)}`,
    line: ({ told, mbit }) => (told ? '(na velocidade que seu navegador informa)' : `(a ${inNumber(mbit)} Mbit/s)`),
    free: 'Livre neste aparelho',
    version: 'Versão',
    insteadOf: (version) => `, em vez da ${version}`,
    vouched: 'Verificado por',
    by: {
      signed: 'os autores deste aplicativo (assinado)',
      app: 'este aplicativo, que lista seus arquivos',
      unsigned: 'ninguém (sem assinatura)',
      unchecked: 'ninguém (sem assinatura)',
    },
    tooLarge: 'Não há espaço suficiente. Remova um pacote ou libere espaço no aparelho e volte.',
    terms: 'Termos',
    accept: (licences) => `Aceito ${licences === 1 ? 'estes termos' : `todos os ${licences} termos`}.`,
    noVoucher: 'Ninguém verificou este pacote.',
    unchecked: 'Este navegador não consegue conferir a assinatura.',
    unsigned: 'Não foi assinado por ninguém que este aplicativo conheça.',
    isData: 'Um pacote são dados e não pode executar nada, mas seus modelos podem dar nomes errados às aves.',
    meant: 'Sei de onde vem e quero usá-lo.',
    bringIn: (bytes) => `Baixar, ${inSize(bytes)}`,
    use: 'Usar',
    notNow: 'Agora não',
  },
  job: {
    label: 'O que está acontecendo',
    doing: {
      reading: 'Lendo o conteúdo',
      arriving: 'Baixando',
      waiting_for_wifi: 'Esperando Wi-Fi',
      proving: 'Testando neste aparelho',
      verifying: 'Conferindo cada arquivo',
    },
    progress: (done, total, left) =>
      `${inSize(done)} de ${inSize(total)}${left === null ? '' : `, faltam cerca de ${durationInWords(left)}`}.`,
    free: (bytes) => `${inSize(bytes)} livres neste aparelho.`,
    serverWaits: (seconds) => `O servidor pediu para esperar ${seconds} s.`,
    stop: 'Parar',
    leave: 'Você pode sair desta tela. Se o aplicativo for fechado, o download continua depois de onde parou.',
  },
};
