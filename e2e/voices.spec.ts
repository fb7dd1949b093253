import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joined, silence, song } from '../src/testing/sounds.ts';
import { wavFile } from '../src/testing/wav.ts';
import { expect, test } from './fixtures.ts';

const TALK = 'I think that one over there is a chaffinch. No, look at its tail: it must be another bird.';

/** Somebody talking, by a speech synthesiser: no voice of a person is in the repository. Null where there is none. */
function speak(): { samples: Float32Array; rate: number } | null {
  const folder = mkdtempSync(join(tmpdir(), 'goldcrest-talk-'));
  try {
    const file = join(folder, 'talk.wav');
    execFileSync('espeak-ng', ['-v', 'en', '-s', '150', '-w', file, TALK], { stdio: 'ignore' });
    const wav = readFileSync(file);
    return { samples: samplesOf(wav), rate: wav.readUInt32LE(24) };
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The samples of a 16-bit WAV file with one channel. */
function samplesOf(wav: Buffer): Float32Array {
  const start = wav.indexOf('data') + 8;
  return Float32Array.from(
    { length: Math.floor((wav.length - start) / 2) },
    (_, i) => wav.readInt16LE(start + 2 * i) / 32_768,
  );
}

function loudest(samples: Float32Array): number {
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

test('people in a recording are marked, are not kept by default, and are silent in the saved copy', async ({
  page,
}) => {
  const talk = speak();
  test.skip(talk === null, 'needs espeak-ng');
  const { samples, rate } = talk!;
  const [before, gap] = [song(6, rate), silence(2, rate)];
  const whole = joined(before, gap, samples, gap, song(4, rate));
  const spoken = { from: before.length + gap.length, to: before.length + gap.length + samples.length };
  await page.goto('/');
  const buffer = Buffer.from(await wavFile([whole], { rate }).arrayBuffer());
  const file = { name: 'walk.wav', mimeType: 'audio/wav', buffer };
  await page.getByTestId('choose-sound').first().setInputFiles(file);
  await expect(page.getByText('People are heard')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('silent in the saved copy')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Raven selection table' })).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => page.evaluate(savedSounds), { timeout: 20_000 }).toBe(1);

  await page.reload();
  await expect(page.getByText('Those parts are silent in the saved copy.')).toBeVisible({ timeout: 20_000 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Recording', exact: true }).click();
  const kept = samplesOf(readFileSync(await (await download).path()));
  expect(kept).toHaveLength(whole.length);
  // Word by word: nine tenths of what was said are gone, and the song before it is as it was.
  const words = kept.subarray(spoken.from, spoken.to);
  const said = words.filter((sample, i) => Math.abs(sample) > 0.01 && Math.abs(samples[i]!) > 0.01).length;
  expect(said).toBeLessThan(0.1 * samples.filter((sample) => Math.abs(sample) > 0.01).length);
  expect(loudest(kept.subarray(0, before.length))).toBeCloseTo(loudest(before), 2);
});

/** Runs in the page: how many recordings it has stored. */
function savedSounds(): Promise<number> {
  return new Promise((done, failed) => {
    const opening = indexedDB.open('goldcrest');
    opening.onerror = failed;
    opening.onsuccess = () => {
      const counting = opening.result.transaction('sounds').objectStore('sounds').count();
      counting.onsuccess = () => {
        opening.result.close();
        done(counting.result);
      };
    };
  });
}
