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
  lead: 'Larger models that you choose. They come once, stay on this device, and work without a network.',
  failed: 'This did not work',
  safe: 'Everything else on this device is as it was.',
  here: 'On this device',
  own: (version: string, bytes: number) => `Comes with the app. Version ${version}, ${inSize(bytes)}.`,
  offered: {
    title: 'Available',
    terms: (bytes: number, licence: string, nonCommercial: boolean) =>
      `${inSize(bytes)}, ${licence}${nonCommercial ? ', for non-commercial use only' : ''}.`,
    fetch: 'See the terms and fetch',
    asked: 'Nothing is asked of any other server before you press a button here.',
  },
  more: {
    title: 'More birds',
    what: (role: 'image' | 'sound', birds: number, known: number, bytes: number) =>
      `The models here know ${inBirds(known)} by their ${SENSE[role]}. Others know ${inBirds(birds)}: ` +
      `${inSize(bytes)}, once, and then they work offline too.`,
    get: (birds: number, bytes: number) => `Get ${inBirds(birds)}, ${inSize(bytes)}`,
    terms: (licence: string) => `Free to use: ${licence}. Fetched from GitHub when you press the button, not before.`,
  },
  files: {
    title: 'From your own files',
    what: 'A pack from another device or from someone you trust: its folder, a .zip or a .tar.',
    file: 'Choose a .zip or .tar',
    folder: 'Choose a folder',
  },
  room: {
    title: 'Room',
    used: (used: number, free: number) =>
      `${inSize(used)} are used by the app, its models and your observations. ${inSize(free)} are free to it.`,
    kept: 'The browser has promised to keep what is here.',
    mayGo:
      'The browser may clear what is here when the device runs short of room. Installing the app makes that less likely.',
    none: 'This browser keeps no data for the app (a private window?), so packs cannot be kept.',
    wifiOnly: 'Fetch packs on Wi-Fi only',
    noWifi: 'This browser does not tell which network it is on, so this cannot be kept.',
  },
  run: {
    title: 'How the models run here',
    providers: { wasm: 'the processor (wasm)', webgpu: 'the graphics card (WebGPU)' } satisfies Record<
      Provider,
      string
    >,
    on: (provider: string, milliseconds: number | undefined) =>
      `Runs on ${provider}${milliseconds === undefined ? '' : `, ${Math.round(milliseconds)} ms a run`}. ` +
      'Its numbers were checked here against known ones.',
    refused: (why: string) => `The graphics card of this device is not used for it: ${why}`,
    notYet: 'Not used on this device yet. Its numbers are checked at first use.',
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
    why: 'More than one pack can do this work. It counts from the next observation on.',
  },
  stored: {
    facts: (roles: string, version: string, bytes: number, trust: Trust) =>
      `${roles}. Version ${version}, ${inSize(bytes)}, ${heldBy[trust]}.`,
    half: (arrived: number, bytes: number) => `Half here: ${inSize(arrived)} of ${inSize(bytes)}.`,
    halfUpdate: (version: string, arrived: number, bytes: number) =>
      `Version ${version} is half here: ${inSize(arrived)} of ${inSize(bytes)}. ` +
      'The old version works until the new one has proved itself.',
    goOn: 'Go on',
    drop: 'Drop it',
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
    sure: 'This removes the pack from this device. Observations stay. You can bring it in again.',
    confirm: 'Remove it',
    keep: 'Keep it',
    verify: 'Verify again',
    update: 'Look for an update',
    save: 'Save as a file',
    remove: 'Remove',
  },
  offer: {
    toCome: 'To come',
    arrived: (bytes: number) => `(${inSize(bytes)} are here)`,
    time: 'Time',
    about: (seconds: number) => `about ${durationInWords(seconds)}`,
    line: ({ told, mbit }: { told: boolean; mbit: number }) =>
      told ? '(as fast as the browser says the line is)' : `(on a line of ${mbit} Mbit/s)`,
    free: 'Free on this device',
    version: 'Version',
    insteadOf: (version: string) => `, instead of ${version}`,
    vouched: 'Vouched for',
    by: {
      signed: 'signed by the makers of this app',
      app: 'by this app, which lists its files',
      unsigned: 'unsigned',
      unchecked: 'unsigned',
    } satisfies Record<Trust, string>,
    tooLarge: 'There is not enough room. Remove a pack or free space on the device, then come back.',
    terms: 'Terms',
    accept: (licences: number) => `I accept ${licences === 1 ? 'these terms' : `all ${licences} of these terms`}.`,
    noVoucher: 'Nobody vouches for this pack.',
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
      reading: 'Reading what is in it',
      arriving: 'Fetching',
      waiting_for_wifi: 'Waiting for Wi-Fi',
      proving: 'Trying it out on this device',
      verifying: 'Reading every file again',
    },
    progress: (done: number, total: number, left: number | null) =>
      `${inSize(done)} of ${inSize(total)}${left === null ? '' : `, about ${durationInWords(left)} left`}.`,
    free: (bytes: number) => `${inSize(bytes)} free on this device.`,
    serverWaits: (seconds: number) => `The server asked to wait ${seconds} s.`,
    stop: 'Stop',
    leave: 'You may leave this screen. If the app is closed, it goes on later where it stopped.',
  },
};
