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
  home: 'To the first screen',
  stop: 'Stop',
  run: 'Run them on this observation',
  who: {
    title: 'Who decides from now on',
    rules: 'The rules',
    rulesNote: 'No download, the same steps every time.',
    auto: 'The app picks by measuring',
    autoNote: `A tiny policy where this device is done with its part of a run in ${MOST_SECONDS} s, otherwise the rules. Measured once.`,
    own: 'Chosen below. Where it fails, the rules go on in its place.',
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
      too_little_memory: 'Needs a device with 8 GB of memory or more, and a browser that says so.',
      buffers_too_small: 'This graphics card is too small.',
      looking: 'Looking whether it is here.',
      not_installed: 'Not here. It is made on a computer and put beside the app.',
    },
  },
  column: {
    waiting: 'Waits for its turn',
    ready: 'Getting ready',
    loading: (done: number, total: number) => `Loading, ${inSize(done)} of ${inSize(total)}`,
    running: 'Deciding',
    failed: 'Could not start',
    ended: (steps: number, tokens: number, ms: number) =>
      `${steps} steps${tokens ? `, ${tokens} tokens said` : ''}, ${tookSeconds(ms)}`,
    rulesWentOn: 'The rules went on.',
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
