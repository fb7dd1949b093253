import type { Catalogue } from '../catalogue';
import { plural } from '../language.svelte';
import { inSize } from '../../format';

const birds = (count: number): string => (count === 1 ? 'uma observação' : `${count} observações`);
const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

export const leaving: Catalogue['leaving'] = {
  title: 'Exportar e cópia de segurança',
  lead: 'O que você guardou é seu. Leve para outros programas ou guarde uma cópia de tudo.',
  empty: 'Ainda não há nada guardado. Toque em “Guardar” em um resultado para poder exportá-lo e copiá-lo daqui.',
  loading: 'Lendo seu caderno',
  export: {
    title: 'Exportar',
    what: 'Para',
    formats: {
      ebird: {
        name: 'eBird',
        why: 'Um arquivo para “Importar dados” em ebird.org, uma linha por espécie, dia e lugar.',
      },
      inaturalist: { name: 'iNaturalist', why: 'Um arquivo CSV para “Importar observações”.' },
      darwinCore: {
        name: 'GBIF e museus',
        why: 'Um arquivo Darwin Core, com quadros nas fotos e tempos nos sons.',
      },
      photographers: {
        name: 'Programas de fotografia',
        why: 'Um arquivo anexo por foto, com palavras-chave para Lightroom, digiKam ou darktable. Coloque-o ao lado da foto.',
      },
      table: {
        name: 'Planilhas',
        why: 'Uma tabela CSV, uma linha por observação, com o que o aplicativo tinha indicado ao lado.',
      },
      raven: {
        name: 'Raven',
        why: 'Uma tabela de seleção das gravações que você guardou, uma linha para cada vez que se ouve a ave.',
      },
      map: { name: 'Mapas', why: 'GeoJSON, para QGIS, uMap ou geojson.io.' },
    },
    which: 'Observações',
    confirmed: 'Confirmadas por você',
    all: 'Todas, mesmo o que só o aplicativo disse',
    year: 'Ano',
    everyYear: 'Todos os anos',
    place: 'Lugares',
    blurs: { exact: 'Como você os guardou', kilometre: 'A cerca de 1 km', tenKilometres: 'A cerca de 11 km' },
    blurWhy: 'Os lugares arredondados não levam o nome do lugar. Use-os para aves que possam ser perturbadas.',
    preview: (observations: number, species: number) =>
      observations === 0
        ? 'Nenhuma observação corresponde a esta escolha.'
        : `${capital(birds(observations))} de ${species === 1 ? 'uma espécie' : `${species} espécies`}.`,
    noneConfirmed: 'Nenhuma das suas observações foi confirmada ainda. Confirme algumas ou escolha todas.',
    leftOut: (noDay: number, noPlace: number) =>
      `${capital(
        [noDay > 0 ? `${birds(noDay)} sem dia` : '', noPlace > 0 ? `${birds(noPlace)} sem lugar` : '']
          .filter((text) => text)
          .join(' e '),
      )}: fora do arquivo, porque o eBird precisa dos dois.`,
    noSounds: 'Nenhuma tem gravação, por isso não há o que selecionar.',
    sensitive: (count: number) =>
      `${capital(birds(count))} com lugar sensível: ele é sempre arredondado a cerca de 11 km.`,
    noName: 'Seu nome não foi informado, por isso o arquivo diz “the observer”.',
    setName: 'Informar seu nome',
    noPhotos: 'Nenhuma tem foto, por isso não há onde escrever palavras-chave.',
    download: 'Baixar',
    working: 'Gravando o arquivo',
    done: (name: string) => `${name} está nos seus downloads.`,
  },
  backup: {
    title: 'Cópia de segurança',
    why: 'Um arquivo com cada observação, foto, som e tudo o que foi dito. Guarde-o em outro aparelho.',
    last: (when: string) => `Última cópia: ${when}.`,
    never: 'Ainda não há cópia.',
    since: (count: number) => (count === 0 ? 'Nada de novo desde então.' : `${capital(birds(count))} desde então.`),
    due: (count: number) =>
      `${count} observações estão só neste aparelho. Uma cópia as protege se ele for perdido ou se os dados forem apagados.`,
    make: 'Fazer a cópia',
    making: 'Fazendo a cópia',
    progress: (done: number, total: number) => `${done} de ${total}`,
    made: (observations: number, media: number, bytes: number) =>
      `Cópia pronta: ${birds(observations)}, fotos e sons: ${media}, ${inSize(bytes)}. Está nos seus downloads.`,
    missing: (count: number) =>
      count === 1
        ? 'Uma foto ou um som não está mais neste aparelho e falta nela.'
        : `${count} fotos e sons não estão mais neste aparelho e faltam nela.`,
  },
  folder: {
    why: 'Ou escolha uma pasta, neste aparelho ou uma que outro programa leve para outro lado: o que guardar é escrito também lá.',
    choose: 'Manter uma pasta atualizada',
    writing: (name: string) => `A escrever em «${name}».`,
    inStep: (name: string, when: string) => `«${name}» está atualizada desde ${when}.`,
    asking: (name: string) => `O navegador volta a perguntar antes de escrever em «${name}».`,
    allow: 'Permitir',
    failed: (name: string) =>
      `Não foi possível escrever em «${name}». Ainda existe e tem espaço? O que guardou está seguro no aplicativo.`,
    again: 'Tentar de novo',
    stop: 'Parar',
    restore: 'Escolher uma pasta de cópia',
  },
  restore: {
    title: 'Recuperar uma cópia',
    why: 'Você vê o que mudaria antes que algo mude. O que está neste aparelho fica.',
    choose: 'Escolher o arquivo da cópia',
    reading: 'Lendo a cópia',
    from: (when: string) => `Cópia de ${when}`,
    fresh: (count: number) => plural(count, `${count} nova`, `${count} novas`),
    changed: (count: number) => plural(count, `${count} diferente, para juntar`, `${count} diferentes, para juntar`),
    same: (count: number) => plural(count, `${count} igual`, `${count} iguais`),
    renamed: 'Nomes que mudaram desde então',
    renamedTo: (was: string, now: string) => `${was} agora é ${now}`,
    unknown: (was: string) => `${was} não está hoje em nenhuma lista; fica como foi escrito`,
    nothing: 'Tudo o que está nesta cópia já está aqui.',
    restore: 'Recuperar',
    cancel: 'Cancelar',
    working: 'Recuperando fotos e sons',
    done: (added: number, changed: number) =>
      `Feito: ${plural(added, `${added} adicionada`, `${added} adicionadas`)}, ${plural(changed, `${changed} juntada`, `${changed} juntadas`)}.`,
    undo: 'Desfazer',
    undone: 'Desfeito. O caderno está como antes.',
    broughtBack: 'Você recuperou uma cópia.',
    undoneBut: (stayed) => `Desfeito. O que você mudou desde então fica: ${birds(stayed)}.`,
    failed: 'A cópia não foi recuperada',
    safe: 'Seu caderno está como estava.',
    problems: {
      not_a_zip: 'Este arquivo não é uma cópia de segurança. Escolha o que começa com “goldcrest-backup”.',
      not_a_backup: 'Este zip é de outra coisa. Escolha o arquivo que começa com “goldcrest-backup”.',
      cut_off: 'Falta o fim deste arquivo. Copie-o de novo de onde foi feito e tente outra vez.',
      newer_format:
        'Esta cópia foi feita por uma versão mais recente do aplicativo. Atualize o aplicativo neste aparelho e tente outra vez.',
      damaged: 'Parte desta cópia está danificada ou foi alterada. Tente com outra cópia.',
      too_large: 'Este arquivo diz conter mais do que qualquer caderno, por isso não foi aberto.',
      storage_full: 'Não há espaço neste aparelho para as fotos e os sons. Libere espaço e tente outra vez.',
      storage_unavailable:
        'Este navegador não guarda nada para o aplicativo (uma janela privada?). Abra-o em uma janela normal.',
      storage_closed:
        'Outra aba abriu uma versão mais recente do aplicativo. Recarregue esta página e tente outra vez.',
      observation_gone: 'Enquanto isso uma observação foi apagada, talvez em outra aba. Tente outra vez.',
    },
    where: (where: string) => `(No arquivo: ${where}.)`,
  },
  card: {
    share: 'Compartilhar',
    title: 'Compartilhar esta ave',
    card: 'Compartilhar como cartão',
    download: 'Baixar o cartão',
    media: 'Compartilhar a foto ou o som',
    withPlace: 'Mostrar o lugar',
    camera: 'Sem o lugar, a foto é enviada sem os dados que a câmera gravou nela.',
    alt: (name: string) => `Um cartão com a imagem e o nome: ${name}`,
    confirmed: 'Identificada pelo observador',
    machine: (chance: string) => `O Goldcrest diz: ${chance}`,
    failed: 'Não foi possível compartilhar daqui. Está nos seus downloads.',
    making: 'Desenhando o cartão',
  },
  failed: 'Não foi possível fazer o arquivo',
  failedWhy: 'Algo deu errado ao gravá-lo. Tente outra vez; se continuar, escolha menos observações.',
  safe: 'Seu caderno está como estava.',
};
