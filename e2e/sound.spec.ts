import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HeadlessAnswer } from '../src/headless/headless';
import { joined, mixed, noise, silence, song } from '../src/testing/sounds.ts';
import { wavFile } from '../src/testing/wav.ts';
import { KIT } from '../scripts/kit-pack.ts';
import { writeChirps } from '../scripts/made-up-sound.ts';
import { expect, needsKit, test } from './fixtures.ts';
import { openPack } from './headless.ts';
import type { Page } from '@playwright/test';

const RATE = 22_050;

async function buffer(file: Blob): Promise<Buffer> {
  return Buffer.from(await file.arrayBuffer());
}

async function open(
  page: Page,
  name: string,
  content: Buffer,
): Promise<{ ok: boolean; code: string; message: string }> {
  await page.locator('#files').setInputFiles({ name, buffer: content, mimeType: '' });
  return page.evaluate(async (called) => {
    const [file] = document.querySelector<HTMLInputElement>('#files')!.files!;
    const opened = await goldcrest.app.openSound(file!, called);
    return opened.ok ? { ok: true, code: opened.value.warnings.join(), message: '' } : { ok: false, ...opened.problem };
  }, name);
}

async function identify(page: Page, files: { name: string; buffer: Buffer }[]): Promise<HeadlessAnswer> {
  await page.locator('#files').setInputFiles(files.map((file) => ({ ...file, mimeType: '' })));
  const request = { files: files.map((_, i) => i), place: null, day: null, policy: 'blueprint' };
  return page.evaluate((given) => goldcrest.identify(given), request);
}

test.describe('recordings', () => {
  test('that cannot be used say why, in the worker as for a user', async ({ page }) => {
    expect(await openPack(page)).toBeNull();
    const good = await buffer(wavFile([song(2, RATE)], { rate: RATE }));
    const refused: [string, Buffer, string][] = [
      ['note.mp3', Buffer.from('this is a text and not a recording, however long it may be'), 'not_audio'],
      ['empty.wav', Buffer.alloc(0), 'empty_file'],
      ['short.wav', await buffer(wavFile([song(0.01, RATE)], { rate: RATE })), 'too_short'],
      ['slow.wav', await buffer(wavFile([song(1, RATE)], { rate: 1 })), 'wrong_header'],
      ['torn.wav', good.subarray(0, 20), 'damaged_audio'],
    ];
    for (const [name, content, code] of refused) {
      const answer = await open(page, name, content);
      expect(answer, name).toMatchObject({ ok: false, code });
      expect(answer.message.length).toBeGreaterThan(40);
    }
    const video = await page.evaluate(recordVideo);
    expect(await open(page, 'garden.webm', Buffer.from(video, 'base64'))).toMatchObject({ code: 'video_file' });
    expect(await open(page, 'cut.wav', good.subarray(0, good.length / 2))).toMatchObject({
      ok: true,
      code: 'cut_short',
    });
  });

  test('of silence and of a square wave end in a verdict that says so', async ({ page }) => {
    expect(await openPack(page)).toBeNull();
    const square = song(2, RATE).map((_, i) => (Math.floor(i / 25) % 2 ? 1 : -1));
    for (const [samples, reason] of [
      [silence(2, RATE), 'silent'],
      [square, 'clipped'],
    ] as const) {
      const content = await buffer(wavFile([samples], { rate: RATE }));
      const { report } = await identify(page, [{ name: 'sound.wav', buffer: content }]);
      expect(report?.verdict).toMatchObject({ grain: 'abstain', rule: 'quality_failed' });
      expect(JSON.stringify(report?.ledger)).toContain(`"${reason}"`);
    }
  });

  test('of three hours are listened to in pieces, and their last minute counts as much as the first', async ({
    page,
  }) => {
    test.setTimeout(180_000);
    expect(await openPack(page)).toBeNull();
    const folder = mkdtempSync(join(tmpdir(), 'goldcrest-long-'));
    const file = join(folder, 'night.wav');
    const [hours, seconds] = [3, 10_800];
    writeChirps(file, seconds, 8000, (second) => second % 3600 < 6 || second >= seconds - 6);
    try {
      await page.locator('#files').setInputFiles(file);
      const request = { files: [0], place: null, day: null, policy: 'blueprint' };
      const { report } = await page.evaluate((given) => goldcrest.identify(given), request);
      const measured = report!.ledger.find((entry) => entry.kind === 'tool' && entry.tool === 'audio_quality');
      if (measured?.kind !== 'tool' || measured.outcome.status !== 'ok') throw new Error(JSON.stringify(measured));
      const { seconds: length, stretches } = measured.outcome.payload;
      expect(length).toBeCloseTo(seconds, 0);
      expect(stretches).toHaveLength(hours + 1);
      expect(stretches.at(-1)!.to).toBeGreaterThan(seconds - 2);
      expect(stretches.at(-1)!.from).toBeGreaterThan(seconds - 10);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('made by rule are measured and listened to in the worker', async ({ page, kitPack }) => {
    needsKit();
    expect(kitPack).not.toBeNull();
    expect(await openPack(page, 'kit')).toBeNull();
    const calls = mixed(joined(silence(4, RATE), song(4, RATE), silence(2, RATE)), noise(10, RATE, 0.003));
    const { report } = await identify(page, [
      { name: 'calls.wav', buffer: await buffer(wavFile([calls], { rate: RATE })) },
    ]);
    const tools = report!.ledger.map((entry) => (entry.kind === 'tool' ? `${entry.tool} ${entry.outcome.status}` : ''));
    expect(tools.slice(0, 2)).toEqual(['audio_quality ok', 'classify_sound ok']);
  });

  test('as MP3 whose tag states a wrong length are opened from their first real frame on', async ({ page }) => {
    const sound = join(KIT, 'media/sounds/great-tit.mp3');
    needsKit();
    expect(await openPack(page)).toBeNull();
    const whole = readFileSync(sound);
    for (const [bytes, stated] of [
      [20_000, [0, 0, 1, 0]],
      [300, [0x7f, 0x7f, 0x7f, 0x7f]],
    ] as const) {
      const tag = Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(stated), Buffer.alloc(bytes, 65)]);
      expect(await open(page, 'tagged.mp3', Buffer.concat([tag, whole]))).toMatchObject({ ok: true });
    }
  });

  test('of real birds, coded as MP3, name them; with a photo they are one observation', async ({ page }) => {
    needsKit();
    const sound = join(KIT, 'media/sounds/great-tit.mp3');
    test.skip(!existsSync(sound), `needs ${sound}`);
    expect(await openPack(page, 'kit')).toBeNull();
    const recording = { name: 'great-tit.mp3', buffer: readFileSync(sound) };
    const alone = await identify(page, [recording]);
    expect(alone.unreadable).toEqual([]);
    const listened = alone.report!.ledger.find((entry) => entry.kind === 'tool' && entry.tool === 'classify_sound');
    expect(listened?.kind === 'tool' && listened.outcome.status).toBe('ok');
    expect(listened?.kind === 'tool' && listened.model?.pack).toBe('kit');
    const photo = { name: 'great-tit.jpg', buffer: readFileSync(join(KIT, 'media/photos/great-tit.jpg')) };
    const both = await identify(page, [photo, recording]);
    const tools = both.report!.ledger.flatMap((entry) => (entry.kind === 'tool' ? [entry.tool] : []));
    expect(tools).toEqual(expect.arrayContaining(['detect_bird', 'classify_image', 'audio_quality', 'classify_sound']));
    expect(tools.at(-1)).toBe('geo_prior');
  });
});

/** Runs in the page: half a second of film from the browser's own camera-like source, as base64. */
async function recordVideo(): Promise<string> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const paint = setInterval(() => {
    context.fillStyle = `rgb(${Math.random() * 255}, 90, 40)`;
    context.fillRect(0, 0, 300, 150);
  }, 30);
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  recorder.start();
  await new Promise((done) => setTimeout(done, 600));
  const stopped = new Promise((done) => recorder.addEventListener('stop', done));
  recorder.stop();
  await stopped;
  clearInterval(paint);
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
