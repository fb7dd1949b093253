import { durationInWords, inSize, momentInWords } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber, plural } from '../language.svelte';

export const sounds: Catalogue['sounds'] = {
  record: {
    window: 'Ouvindo',
    listening: 'Ouvindo',
    title: 'Ouvir aves',
    clock: 'Gravado até agora',
    paused:
      'Em pausa: a tela estava apagada, ou outro aplicativo está com o microfone. Continua sozinho assim que puder; ' +
      'o que foi gravado fica guardado.',
    screenOff: (keptOn) =>
      `A escuta para quando a tela apaga${keptOn ? ', por isso ela fica acesa' : '; mantenha-a acesa'}. ` +
      'Cada segundo é guardado na hora neste aparelho.',
    sure: 'Descartar a gravação?',
    confirm: 'Descartar',
    goOn: 'Continuar',
    storing: 'Guardando',
    stop: 'Parar e rever',
    discard: 'Descartar',
    how: 'As aves recebem nome enquanto cantam, com o mesmo cuidado de uma foto. Aponte o celular para a ave e fique parado.',
    facts: (keptOn) => [
      'O som nunca sai deste aparelho.',
      'Trechos em que se ouvem pessoas não são guardados.',
      `A escuta para quando a tela apaga${keptOn ? ', por isso ela fica acesa enquanto isso' : ': mantenha-a acesa'}.`,
    ],
    asking: 'Pedindo o microfone',
    again: 'Tentar de novo',
    start: 'Começar',
    back: 'Voltar',
  },
  cutOff: {
    label: 'Uma gravação interrompida',
    title: 'Uma gravação foi interrompida',
    what: (at, seconds) => `${momentInWords(at)}, ${durationInWords(seconds)}. Tudo até ali está aqui, neste aparelho.`,
    confirm: 'Apagar de vez',
    keep: 'Manter',
    open: 'Rever',
    delete: 'Apagar',
  },
  model: {
    what: (title, bytes) =>
      `Quem dá nome às aves é ${title}. Chega quando o primeiro som é aberto (${inSize(bytes)}) e depois funciona sem internet.`,
  },
  now: {
    title: 'Ouvidas até agora',
    play: (bird) => `Ouvir ${bird} de novo`,
    arriving: (done, total) => `Baixando o modelo de vozes: ${inSize(done)} de ${inSize(total)}.`,
    now: 'agora',
    lastAt: (time) => `pela última vez em ${time}`,
    unable: (why) => `${why} A gravação continua; pode ser examinada depois.`,
    loading: 'Preparando para dar nomes.',
    none: 'Nenhuma ave com nome ainda. Isso só acontece quando o som é claro o bastante.',
    unsure: 'Algo canta, mas ainda não está claro o bastante para ganhar nome.',
  },
  files: {
    title: 'Gravações',
    done: (count) => `Todas as ${count} foram ouvidas.`,
    progress: (done, count, left) =>
      `${plural(done, `${done} ouvida`, `${done} ouvidas`)} de ${count}${left === null ? '' : `, faltam cerca de ${durationInWords(left)}`}.`,
    species: (count, over) => {
      if (count === 0) return over ? 'Nenhuma espécie com nome.' : 'Nenhuma espécie com nome ainda.';
      return `${count === 1 ? 'Uma espécie' : `${count} espécies`}${over ? '' : ' até agora'}.`;
    },
    bar: 'Gravações ouvidas',
    stop: 'Parar',
    goOn: 'Continuar',
    none: 'Nenhuma ave ouvida.',
    fainter: (count) => plural(count, 'e um palpite mais fraco', `e ${count} palpites mais fracos`),
    waiting: 'Esperando',
    empty: 'Nenhuma gravação está aberta. Escolha algumas, ou uma pasta inteira: cada uma é ouvida neste aparelho.',
    open: 'Abrir gravações',
  },
  panel: {
    label: (name) => `Gravação ${name}`,
    notKept: 'A gravação em si não foi guardada, só esta imagem dela.',
    none: 'Nenhuma ave foi ouvida nesta gravação.',
  },
  mark: {
    when: (from, to) => `de ${from} a ${to} s`,
    people: (when) => `Ouvem-se pessoas ${when}. Tocar`,
    bird: (name, chance, percent, when) => `${name}, ${chance}, ${percent}, ${when}. Tocar`,
  },
  spectrogram: {
    label: (name, kilohertz, length, birds) =>
      `Espectrograma ${name ? `de ${name}` : 'da gravação'}: 0 a ${inNumber(kilohertz)} kHz, ${length}. ` +
      (birds === 0
        ? 'Nenhuma ave está marcada.'
        : `${plural(birds, 'Uma ave está marcada', `${birds} aves estão marcadas`)}. As setas passam de um quadro a outro, Enter toca.`),
    live: (kilohertz) => `O que o microfone ouve agora, 0 a ${inNumber(kilohertz)} kHz`,
  },
  tools: {
    pause: 'Pausar',
    play: 'Tocar a gravação',
    silent: 'Este navegador não consegue tocá-la.',
    wider: 'Ver um trecho maior',
    closer: 'Ver mais de perto',
  },
  table: {
    caption: 'Aves da gravação, com tempos, probabilidade e resultado',
    bird: 'Ave',
    probability: 'Probabilidade',
    verdict: 'Resultado',
    play: (bird, seconds) => `Tocar ${bird} em ${seconds} s`,
    moreTimes: (count) => `mais ${count}`,
    moreBirds: (count) => `mais ${count}, menos prováveis`,
    notEnough: 'não é suficiente',
  },
  voice: {
    heard: (where, seconds) => `Ouvem-se pessoas ${where}, ${seconds} s no total.`,
    from: (time) => `a partir de ${time}`,
    places: (count) => `em ${inNumber(count)} trechos`,
    erased: 'Esses trechos estão mudos na cópia salva.',
    willBeErased: 'Ficarão mudos na cópia salva.',
    kept: 'Estão na cópia salva.',
    leaveOut: 'Deixar de fora',
    keep: 'Manter',
    erase: 'Apagar',
    confirm: 'Apagar de vez',
    leave: 'Cancelar',
  },
  export: {
    raven: 'Tabela de seleção do Raven',
    csv: 'CSV',
    recording: 'Gravação',
    share: 'Compartilhar',
    notKept: 'A gravação não foi guardada.',
  },
};
