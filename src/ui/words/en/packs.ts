import type { Trust } from '../../../packs/offer';
import type { Role } from '../../../packs/manifest';
import type { Provider } from '../../../domain/ledger';
import { durationInWords, inSize } from '../../format';
import { inNumber } from '../language.svelte';

const heldBy: Record<Trust, string> = {
  signed: 'signed',
  app: 'listed by this app',
  unsigned: 'unsigned, added by you',
  unchecked: 'unsigned, added by you',
};

const SENSE = { image: 'looks', sound: 'voice' } as const;
const inBirds = (count: number): string => `${inNumber(count)} birds`;

/** What the screen of packs and storage says. */
export const packs = {
  title: 'Packs and storage',
  lead: 'More models, if you want them. Each is downloaded once, stays on this device and works offline.',
  /** Packs of this app, for languages other than English: a pack says in English itself what it is. */
  known: {} as Partial<Record<string, { title: string; summary: string }>>,
  failed: 'This did not work',
  safe: 'Everything else on this device is as it was.',
  here: 'On this device',
  own: (version: string, bytes: number) => `Comes with the app. Version ${version}, ${inSize(bytes)}.`,
  offered: {
    title: 'Available',
    terms: (bytes: number, licence: string, nonCommercial: boolean) =>
      `${inSize(bytes)}, ${licence}${nonCommercial ? ', for non-commercial use only' : ''}.`,
    fetch: 'Terms and download',
    asked: 'No other server is contacted before you press a button here.',
  },
  more: {
    title: 'More birds',
    what: (role: 'image' | 'sound', birds: number, known: number, bytes: number) =>
      `The models here know ${inBirds(known)} well by their ${SENSE[role]}. Another set knows ${inBirds(birds)}: ` +
      `${inSize(bytes)} to download once, and then it works offline too.`,
    get: (birds: number, bytes: number) => `Get ${inBirds(birds)}, ${inSize(bytes)}`,
    terms: (licence: string, elsewhere: boolean, nonCommercial: boolean) =>
      `${nonCommercial ? 'For non-commercial use only' : 'Free to use'}: ${licence}. Downloaded ${elsewhere ? 'from GitHub ' : ''}when you press the button, not before.`,
  },
  files: {
    title: 'From your own files',
    what: 'A pack from another device or from someone you trust: its folder, a .zip or a .tar.',
    file: 'Choose a .zip or .tar',
    folder: 'Choose a folder',
  },
  room: {
    title: 'Storage',
    used: (used: number, free: number) =>
      `The app, its models and your observations use ${inSize(used)}. Another ${inSize(free)} is free.`,
    kept: 'The browser has promised not to clear this storage.',
    mayGo:
      'The browser may clear this storage when the device runs out of space. Installing the app makes that less likely.',
    none: 'This browser keeps no data for the app (a private window?), so packs cannot be kept.',
    wifiOnly: 'Download packs on Wi-Fi only',
    noWifi: 'This browser does not say which network it is on, so this cannot be guaranteed.',
  },
  run: {
    title: 'How the models run on this device',
    providers: { wasm: 'the processor (wasm)', webgpu: 'the graphics card (WebGPU)' } satisfies Record<
      Provider,
      string
    >,
    on: (provider: string, milliseconds: number | undefined) =>
      `Runs on ${provider}${milliseconds === undefined ? '' : `, ${Math.round(milliseconds)} ms a run`}. ` +
      'Its results were checked on this device.',
    refused: (why: string) => `The graphics card of this device is not used for it: ${why}`,
    notYet: 'Not used on this device yet. Its results are checked when it is first used.',
  },
  roles: {
    /** What a model is for. */
    does: {
      detector: 'Finds birds',
      image: 'Names birds by their looks',
      sound: 'Names birds by their voices',
      geo: 'Knows which birds live where and when',
    } satisfies Record<Role, string>,
    title: 'Who does what',
    why: 'More than one pack can do this work. A change takes effect with the next observation.',
  },
  stored: {
    facts: (roles: string, version: string, bytes: number, trust: Trust) =>
      `${roles}. Version ${version}, ${inSize(bytes)}, ${heldBy[trust]}.`,
    half: (arrived: number, bytes: number) => `Partly downloaded: ${inSize(arrived)} of ${inSize(bytes)}.`,
    halfUpdate: (version: string, arrived: number, bytes: number) =>
      `Version ${version} is partly downloaded: ${inSize(arrived)} of ${inSize(bytes)}. ` +
      'The old version stays in use until the new one has been checked.',
    goOn: 'Continue',
    drop: 'Discard it',
    lost: (files: readonly string[]) =>
      `${files.length === 1 ? `${files[0]} is lost` : `${files.length} files are lost`} or damaged, so the pack is not ` +
      'used. The models that came with the app do its work.',
    repair: 'Repair',
    use: 'Use this pack',
    unused: 'It stays on this device and does nothing until you use it again.',
    verified: 'Verified',
    notVerified: 'not since files were lost',
    lastUsed: 'Last used',
    notUsed: 'not yet',
    removing: (title: string) => `Remove ${title}`,
    sure: 'This removes the pack from this device. Observations stay. You can download it again.',
    confirm: 'Remove it',
    keep: 'Keep it',
    verify: 'Check again',
    update: 'Look for an update',
    save: 'Save as a file',
    remove: 'Remove',
  },
  offer: {
    toCome: 'Size',
    arrived: (bytes: number) => `(${inSize(bytes)} are here)`,
    time: 'Time',
    about: (seconds: number) => `about ${durationInWords(seconds)}`,
    line: ({ told, mbit }: { told: boolean; mbit: number }) =>
      told ? '(at the speed your browser reports)' : `(at ${mbit} Mbit/s)`,
    free: 'Free on this device',
    version: 'Version',
    insteadOf: (version: string) => `, instead of ${version}`,
    vouched: 'Verified by',
    by: {
      signed: 'the makers of this app (signed)',
      app: 'this app, which lists its files',
      unsigned: 'nobody (unsigned)',
      unchecked: 'nobody (unsigned)',
    } satisfies Record<Trust, string>,
    tooLarge: 'There is not enough space. Remove a pack or free up space on the device, then come back.',
    terms: 'Terms',
    accept: (licences: number) => `I accept ${licences === 1 ? 'these terms' : `all ${licences} of these terms`}.`,
    noVoucher: 'Nobody has verified this pack.',
    unchecked: 'This browser cannot check its signature.',
    unsigned: 'It is not signed by anyone this app knows.',
    isData: 'A pack is data and cannot run anything, but its models may name birds wrongly.',
    meant: 'I know where it comes from and want to use it.',
    bringIn: (bytes: number) => `Download, ${inSize(bytes)}`,
    use: 'Use it',
    notNow: 'Not now',
  },
  job: {
    label: 'What is happening now',
    doing: {
      reading: 'Reading its contents',
      arriving: 'Downloading',
      waiting_for_wifi: 'Waiting for Wi-Fi',
      proving: 'Testing it on this device',
      verifying: 'Checking every file',
    },
    progress: (done: number, total: number, left: number | null) =>
      `${inSize(done)} of ${inSize(total)}${left === null ? '' : `, about ${durationInWords(left)} left`}.`,
    free: (bytes: number) => `${inSize(bytes)} free on this device.`,
    serverWaits: (seconds: number) => `The server asked to wait ${seconds} s.`,
    stop: 'Stop',
    leave: 'You can leave this screen. If the app is closed, the download continues later where it stopped.',
  },
};
