import { MOST_SECONDS } from '../../../policies/catalogue';
import { inSize, tookSeconds } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber, plural } from '../language.svelte';

export const compare: Catalogue['compare'] = {
  window: 'Quién decide',
  title: 'Quién decide los pasos',
  lead:
    'Las mismas herramientas y las mismas reglas para el resultado, dirigidas por políticas distintas. ' +
    'Ninguna puede afirmar más de lo que permiten las pruebas.',
  compare: 'Compararlas con una observación',
  openFirst: 'Abre primero una foto o una grabación y vuelve aquí para comparar.',
  home: 'Ir al inicio',
  stop: 'Parar',
  run: 'Ejecutarlas con esta observación',
  who: {
    title: 'Quién decide a partir de ahora',
    rules: 'Las reglas',
    rulesNote: 'Sin descargas; siempre los mismos pasos.',
    auto: 'La aplicación mide y elige',
    autoNote: `Una política pequeña si este dispositivo hace su parte en ${MOST_SECONDS} s; si no, las reglas. Se mide una vez.`,
    own: 'La elegida abajo. Si falla, siguen las reglas.',
    measuring: 'Midiendo. Mientras tanto deciden las reglas.',
    cannot: (policy) => `${policy}: no puede funcionar aquí.`,
    speed: (policy, seconds, tokensPerSecond) =>
      `${policy}: ${tookSeconds(seconds * 1000)} por ejecución, ${inNumber(Math.round(tokensPerSecond))} tokens por segundo.`,
    picked: (policy) => `Elegida: ${policy}.`,
  },
  policies: {
    title: 'Políticas',
    large: 'Modelos grandes',
    size: (bytes, isRough, licence) => `${isRough ? 'Unos ' : ''}${inSize(bytes)}, ${licence}.`,
    absent: {
      no_webgpu: 'Este navegador no tiene WebGPU.',
      too_little_memory: 'Necesita un dispositivo con 8 GB de memoria o más, y un navegador que lo indique.',
      buffers_too_small: 'Esta tarjeta gráfica es demasiado pequeña.',
      looking: 'Buscándola.',
      not_installed: 'No está aquí. Se prepara en un ordenador y se pone junto a la aplicación.',
    },
  },
  column: {
    waiting: 'Espera su turno',
    ready: 'Preparándose',
    loading: (done, total) => `Cargando, ${inSize(done)} de ${inSize(total)}`,
    running: 'Decidiendo',
    failed: 'No pudo empezar',
    ended: (steps, tokens, ms) => `${steps} pasos${tokens ? `, ${inNumber(tokens)} tokens` : ''}, ${tookSeconds(ms)}`,
    rulesWentOn: 'Siguieron las reglas.',
    decides: 'Decide a partir de ahora',
    letDecide: 'Que decida esta',
    best: 'La mejor ejecución',
    prefer: 'Preferir esta ejecución',
  },
  files: {
    title: 'Trayectorias',
    what:
      'Ejecuciones en líneas JSON: mensajes y herramientas, o elegidas y rechazadas. Para entrenar o para revisarlas. ' +
      'Se quedan en este dispositivo mientras no compartas el archivo.',
    export: 'Exportar como JSONL',
    exportPreferences: 'Exportar preferencias',
    import: 'Importar JSONL',
    label: 'Trayectorias para importar',
    wrong: (line) => `La línea ${line} no es una trayectoria ni una preferencia. No se importó nada.`,
    trajectories: (count) => plural(count, '1 trayectoria leída.', `${count} trayectorias leídas.`),
    preferences: (count) => plural(count, '1 preferencia leída.', `${count} preferencias leídas.`),
    unnamed: 'Política sin nombre',
    chosen: 'elegida',
    rejected: 'rechazada',
    messages: (number, policy, count) => `${number}. ${policy}, ${count} mensajes`,
    pair: (number) => `${number}. Elegida y rechazada`,
  },
};
