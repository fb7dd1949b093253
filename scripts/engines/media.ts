/**
 * What the engines are shown: a real photo and a real recording out of Debian's packages, where those can be had, or what we draw
 * and make up. Both are kept in the cache, since one of the packages has 160 MB.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { drawing } from '../../e2e/drawing.ts';
import { writeSong } from '../../e2e/song.ts';
import { withExif } from '../../src/testing/jpeg.ts';
import { ensureBrowser } from '../install-browser.ts';
import { wavHeader } from '../made-up-sound.ts';
import { CACHE, run } from '../run.ts';

const FOLDER = join(CACHE, 'engines');
const RATE = 48_000;

/** An egret by Jon Sullivan, in the public domain. */
const PHOTO = {
  package: 'libsixel-examples',
  path: 'usr/share/doc/libsixel-examples/examples/images/egret.jpg',
};
/** A Red-winged Blackbird singing for eight seconds, in Tux Paint's stamps (GPL 2). */
const SONG = {
  package: 'tuxpaint-stamps-default',
  path: 'usr/share/tuxpaint/stamps/animals/birds/blackbird.ogg',
};

/** Nobody wrote down where the egret was: a place and a day of ours, where egrets are common. */
const TAKEN = {
  taken: '2006:05:01 10:00:00',
  place: { latitude: [37, 48, 'N'], longitude: [122, 24, 'W'] },
} satisfies Parameters<typeof withExif>[1];

export interface Media {
  file: string;
  /** What it is, for the log. */
  what: string;
  /** Whether a bird is in it that the app names. */
  real: boolean;
}

/** A file out of a Debian package, which is unpacked and not installed; null where it cannot be had. */
async function fromDebian({ package: name, path }: typeof PHOTO): Promise<string | null> {
  const kept = join(FOLDER, basename(path));
  if (existsSync(kept)) return kept;
  if (!existsSync('/etc/debian_version')) return null;
  const folder = mkdtempSync(join(tmpdir(), 'goldcrest-engines-'));
  const quiet = { cwd: folder, quiet: true };
  try {
    console.log(`Fetching ${name} ...`);
    const { code } = await run('apt-get', ['download', '-qq', name], quiet);
    const archive = readdirSync(folder).find((file) => file.startsWith(name));
    if (code !== 0 || archive === undefined) return null;
    await run('dpkg-deb', ['-x', archive, folder], quiet);
    if (!existsSync(join(folder, path))) return null;
    mkdirSync(FOLDER, { recursive: true });
    copyFileSync(join(folder, path), kept);
    return kept;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The recording as a WAV file: every engine opens one, whatever decoders it has. */
async function asWav(recording: string, browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  const samples = await page.evaluate(
    async ({ base64, rate }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const sound = await new OfflineAudioContext(1, rate, rate).decodeAudioData(bytes.buffer);
      return Array.from(sound.getChannelData(0), (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767));
    },
    { base64: readFileSync(recording).toString('base64'), rate: RATE },
  );
  await page.close();
  const whole = Int16Array.from(samples);
  return Buffer.concat([wavHeader(whole.length / RATE, RATE), Buffer.from(whole.buffer)]);
}

/** The photo and the recording, in a folder that the caller removes. */
export async function writeMedia(folder: string): Promise<{ photo: Media; sound: Media }> {
  const [egret, song] = [await fromDebian(PHOTO), await fromDebian(SONG)];
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
  try {
    const photo = join(folder, egret ? 'egret.jpg' : 'drawing.png');
    writeFileSync(photo, egret ? withExif(readFileSync(egret), TAKEN) : await drawing(browser));
    const sound = song ? join(folder, 'blackbird.wav') : writeSong(6);
    if (song) writeFileSync(sound, await asWav(song, browser));
    return {
      photo: { file: photo, what: egret ? 'a photo of an egret' : 'a drawing', real: egret !== null },
      sound: { file: sound, what: song ? 'a blackbird’s song' : 'a made-up song', real: song !== null },
    };
  } finally {
    await browser.close();
  }
}
