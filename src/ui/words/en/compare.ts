import { MOST_SECONDS } from '../../../policies/catalogue';
import { inSize, tookSeconds } from '../../format';

/** What the screen that compares policies says. */
export const compare = {
  window: 'Who decides',
  title: 'Who decides the steps',
  lead:
    'The same tools and the same rules for the verdict, led by different policies. None of them can claim more than the ' +
    'evidence supports.',
  compare: 'Compare them on one observation',
  openFirst: 'Open a photo or a sound first, then come back to compare.',
  home: 'Go to the first screen',
  stop: 'Stop',
  run: 'Run them on this observation',
  who: {
    title: 'Who decides from now on',
    rules: 'The rules',
    rulesNote: 'No download, the same steps every time.',
    auto: 'The app picks by measuring',
    autoNote: `A tiny policy if this device finishes its part of a run in ${MOST_SECONDS} s, otherwise the rules. Measured once.`,
    own: 'Chosen below. If it fails, the rules take over.',
    measuring: 'Measuring. Until it is done the rules decide.',
    cannot: (policy: string) => `${policy}: cannot run here.`,
    speed: (policy: string, seconds: number, tokensPerSecond: number) =>
      `${policy}: ${tookSeconds(seconds * 1000)} a run, ${Math.round(tokensPerSecond)} tokens a second.`,
    picked: (policy: string) => `Picked: ${policy}.`,
  },
  policies: {
    title: 'Policies',
    large: 'Large models',
    size: (bytes: number, isRough: boolean, licence: string) =>
      `${isRough ? 'About ' : ''}${inSize(bytes)}, ${licence}.`,
    absent: {
      no_webgpu: 'This browser has no WebGPU.',
      too_little_memory: 'Needs a device with at least 8 GB of memory, and a browser that reports it.',
      buffers_too_small: 'This graphics card is too small.',
      looking: 'Checking whether it is installed.',
      not_installed: 'Not installed. It has to be built on a computer and added to the app.',
    },
  },
  column: {
    waiting: 'Waiting its turn',
    ready: 'Getting ready',
    loading: (done: number, total: number) => `Loading, ${inSize(done)} of ${inSize(total)}`,
    running: 'Deciding',
    failed: 'Could not start',
    ended: (steps: number, tokens: number, ms: number) =>
      `${steps} steps${tokens ? `, ${tokens} tokens written` : ''}, ${tookSeconds(ms)}`,
    rulesWentOn: 'The rules took over.',
    decides: 'Decides from now on',
    letDecide: 'Let this one decide',
    best: 'The best run',
    prefer: 'Prefer this run',
  },
  files: {
    title: 'Trajectories',
    what:
      'Runs as JSON lines: messages and tools, or chosen and rejected. For training, or to look at again. They stay on ' +
      'this device unless you pass the file on.',
    export: 'Export as JSONL',
    exportPreferences: 'Export preferences',
    import: 'Import JSONL',
    label: 'Trajectories to import',
    wrong: (line: number) => `Line ${line} is neither a trajectory nor a preference. Nothing was imported.`,
    trajectories: (count: number) => `${count} trajectories read.`,
    preferences: (count: number) => `${count} preferences read.`,
    unnamed: 'Policy not named',
    chosen: 'chosen',
    rejected: 'rejected',
    messages: (number: number, policy: string, count: number) => `${number}. ${policy}, ${count} messages`,
    pair: (number: number) => `${number}. Chosen and rejected`,
  },
};
