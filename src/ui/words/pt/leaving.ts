import type { Catalogue } from '../catalogue';
import { plural } from '../language.svelte';
import { inSize } from '../../format';

const birds = (count: number): string => (count === 1 ? 'uma observação' : `${count} observações`);
const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

export const leaving: Catalogue['leaving'] = {
  title: 'Exportar e cópia de segurança',
  lead: 'O que guardou é seu. Leve-o para outros programas ou guarde uma cópia de tudo.',
  empty: 'Ainda não há nada guardado. Toque em «Guardar» num resultado e poderá exportá-lo e copiá-lo a partir daqui.',
  loading: 'A ler o seu caderno',
  export: {
    title: 'Exportar',
    what: 'Para',
    formats: {
      ebird: {
        name: 'eBird',
        why: 'Um ficheiro para «Importar dados» em ebird.org, uma linha por espécie, dia e lugar.',
      },
      inaturalist: { name: 'iNaturalist', why: 'Um ficheiro CSV para «Importar observações».' },
      darwinCore: {
        name: 'GBIF e museus',
        why: 'Um arquivo Darwin Core, com caixas nas fotos e tempos nos sons.',
      },
      photographers: {
        name: 'Programas de fotografia',
        why: 'Um ficheiro anexo por foto, com palavras-chave para Lightroom, digiKam ou darktable. Ponha-o ao lado da foto.',
      },
      map: { name: 'Mapas', why: 'GeoJSON, para QGIS, uMap ou geojson.io.' },
    },
    which: 'Observações',
    confirmed: 'Confirmadas por si',
    all: 'Todas, mesmo o que só a aplicação disse',
    year: 'Ano',
    everyYear: 'Todos os anos',
    place: 'Lugares',
    blurs: { exact: 'Como os guardou', kilometre: 'A cerca de 1 km', tenKilometres: 'A cerca de 11 km' },
    blurWhy: 'Os lugares arredondados não levam o nome do lugar. Use-os para aves que possam ser perturbadas.',
    preview: (observations: number, species: number) =>
      observations === 0
        ? 'Nenhuma observação corresponde a esta escolha.'
        : `${capital(birds(observations))} de ${species === 1 ? 'uma espécie' : `${species} espécies`}.`,
    noneConfirmed: 'Nenhuma das suas observações está confirmada ainda. Confirme algumas ou escolha todas.',
    leftOut: (noDay: number, noPlace: number) =>
      `${capital(
        [noDay > 0 ? `${birds(noDay)} sem dia` : '', noPlace > 0 ? `${birds(noPlace)} sem lugar` : '']
          .filter((text) => text)
          .join(' e '),
      )}: fora do ficheiro, porque o eBird precisa de ambos.`,
    noPhotos: 'Nenhuma tem foto, por isso não há onde escrever palavras-chave.',
    download: 'Descarregar',
    working: 'A escrever o ficheiro',
    done: (name: string) => `${name} está nas suas transferências.`,
  },
  backup: {
    title: 'Cópia de segurança',
    why: 'Um ficheiro com cada observação, foto, som e tudo o que foi dito. Guarde-o noutro dispositivo.',
    last: (when: string) => `Última cópia: ${when}.`,
    never: 'Ainda não há cópia.',
    since: (count: number) => (count === 0 ? 'Nada de novo desde então.' : `${capital(birds(count))} desde então.`),
    due: (count: number) =>
      `${count} observações estão só neste dispositivo. Uma cópia protege-as se ele se perder ou se os dados forem apagados.`,
    make: 'Fazer a cópia',
    making: 'A fazer a cópia',
    progress: (done: number, total: number) => `${done} de ${total}`,
    made: (observations: number, media: number, bytes: number) =>
      `Cópia pronta: ${birds(observations)}, fotos e sons: ${media}, ${inSize(bytes)}. Está nas suas transferências.`,
    missing: (count: number) =>
      count === 1
        ? 'Uma foto ou um som já não está neste dispositivo e falta nela.'
        : `${count} fotos e sons já não estão neste dispositivo e faltam nela.`,
  },
  restore: {
    title: 'Recuperar uma cópia',
    why: 'Verá o que mudaria antes de mudar alguma coisa. O que está neste dispositivo fica.',
    choose: 'Escolher o ficheiro da cópia',
    reading: 'A ler a cópia',
    from: (when: string) => `Cópia de ${when}`,
    fresh: (count: number) => plural(count, `${count} nova`, `${count} novas`),
    changed: (count: number) => plural(count, `${count} diferente, a juntar`, `${count} diferentes, a juntar`),
    same: (count: number) => plural(count, `${count} igual`, `${count} iguais`),
    renamed: 'Nomes que mudaram desde então',
    renamedTo: (was: string, now: string) => `${was} é agora ${now}`,
    unknown: (was: string) => `${was} não está hoje em nenhuma lista; fica como foi escrito`,
    nothing: 'Tudo o que está nesta cópia já está aqui.',
    restore: 'Recuperar',
    cancel: 'Cancelar',
    working: 'A recuperar fotos e sons',
    done: (added: number, changed: number) => `Feito: ${added} acrescentadas, ${changed} juntas.`,
    undo: 'Anular',
    undone: 'Anulado. O caderno está como antes.',
    failed: 'A cópia não foi recuperada',
    safe: 'O seu caderno está como estava.',
    problems: {
      not_a_zip: 'Este ficheiro não é uma cópia de segurança. Escolha o que começa por «goldcrest-backup».',
      not_a_backup: 'Este zip é de outra coisa. Escolha o ficheiro que começa por «goldcrest-backup».',
      cut_off: 'Falta o fim deste ficheiro. Copie-o de novo de onde foi feito e tente outra vez.',
      newer_format:
        'Esta cópia foi feita por uma versão mais recente da aplicação. Atualize a aplicação neste dispositivo e tente outra vez.',
      damaged: 'Parte desta cópia está danificada ou foi alterada. Tente com outra cópia.',
      too_large: 'Este ficheiro diz conter mais do que qualquer caderno, por isso não foi aberto.',
      storage_full: 'Não há espaço neste dispositivo para as fotos e os sons. Liberte espaço e tente outra vez.',
      storage_unavailable:
        'Este navegador não guarda nada para a aplicação (uma janela privada?). Abra-a numa janela normal.',
      storage_closed:
        'Outro separador abriu uma versão mais recente da aplicação. Recarregue esta página e tente outra vez.',
      observation_gone: 'Entretanto foi apagada uma observação, talvez noutro separador. Tente outra vez.',
    },
    where: (where: string) => `(No ficheiro: ${where}.)`,
  },
  card: {
    share: 'Partilhar',
    title: 'Partilhar esta ave',
    card: 'Partilhar como cartão',
    download: 'Descarregar o cartão',
    media: 'Partilhar a foto ou o som',
    withPlace: 'Mostrar o lugar',
    camera: 'Sem o lugar, a foto é enviada sem os dados que a câmara lhe escreveu.',
    alt: (name: string) => `Um cartão com a imagem e o nome: ${name}`,
    confirmed: 'Identificada pelo observador',
    machine: (chance: string) => `O Goldcrest diz: ${chance}`,
    failed: 'Não foi possível partilhar daqui. Está nas suas transferências.',
    making: 'A desenhar o cartão',
  },
  failed: 'Não foi possível fazer o ficheiro',
  failedWhy: 'Algo correu mal ao escrevê-lo. Tente outra vez; se continuar, escolha menos observações.',
  safe: 'O seu caderno está como estava.',
};
