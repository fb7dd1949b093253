/**
 * `npm run bench:audio -- --birds DIR --esc ESC-50 [--seed N] [--scenes N] [--docs DIR]`: moves every limit of audio_quality on
 * sounds whose truth is known: clips of birds, ESC-50's wind and other sounds, and speech by espeak-ng.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { loadBench, type Bench } from './bench-lib.ts';
import { fromHere, main, UserError } from './run.ts';

const PEOPLE_AND_BIRDS = new Set([
  ...['crying_baby', 'sneezing', 'clapping', 'breathing', 'coughing', 'laughing', 'snoring', 'wind'],
  ...['rooster', 'hen', 'crow', 'chirping_birds'],
]);
const VOICES = ['en-us', 'en+f3', 'de', 'fr+f2', 'es', 'it+f4', 'pl', 'pt-br+f1'];
const SENTENCE =
  'There it is again, up in the spruce on the left. Can you hear it? I think that it came from over there.';

/** A 16-bit WAV file as one channel at the rate of the measurement. */
async function readClip(bench: Bench, bytes: Buffer) {
  const layout = await bench.readWavLayout(new Blob([new Uint8Array(bytes)]));
  if (!layout?.ok || layout.value.encoding !== 's16') return null;
  const { start, frames, channels, sampleRate } = layout.value;
  const mono = Float32Array.from({ length: frames }, (_, at) => bytes.readInt16LE(start + at * channels * 2) / 32_768);
  const resampler = new bench.Resampler(sampleRate, bench.AUDIO_RATE);
  return Float32Array.from([...resampler.push(mono), ...resampler.end()]);
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      birds: { type: 'string' },
      esc: { type: 'string' },
      seed: { type: 'string', default: '1' },
      scenes: { type: 'string', default: '24' },
      docs: { type: 'string' },
    },
  });
  if (values.birds === undefined || values.esc === undefined) {
    throw new UserError('npm run bench:audio -- --birds FOLDER --esc ESC-50 [--seed 1] [--scenes 24] [--docs DIR]');
  }
  const { bench } = await loadBench();
  const clips = async (files: readonly (() => Buffer)[]) => {
    const read = [];
    for (const file of files) read.push(await readClip(bench, file()));
    return read.filter((clip) => clip !== null);
  };
  const drawn = (names: string[], count: number) =>
    bench.shuffled(names, bench.seeded(Number(values.seed))).slice(0, count);
  const of = (folder: string, names: string[]) => clips(names.map((name) => () => readFileSync(join(folder, name))));

  const folder = fromHere(values.birds);
  const birds = readdirSync(folder).filter((name) => name.endsWith('.wav'));
  const esc = fromHere(values.esc);
  const rows = readFileSync(join(esc, 'meta/esc50.csv'), 'utf8').trim().split(/\r?\n/).slice(1);
  const listed = rows.map((row) => row.split(',')).map(([file = '', , , kind = '']) => ({ file, kind }));
  const audio = join(esc, 'audio');
  const wind = listed.filter(({ kind }) => kind === 'wind').map(({ file }) => file);
  const others = listed.filter(({ kind }) => !PEOPLE_AND_BIRDS.has(kind)).map(({ file }) => file);
  const say = (voice: string) => () => execFileSync('espeak-ng', ['-v', voice, '--stdout', SENTENCE]);
  const sounds = {
    birds: await of(folder, drawn(birds, 120)),
    wind: await of(audio, wind),
    others: await of(audio, drawn(others, 120)),
    speech: await clips(VOICES.map(say)),
  };
  const trials = bench.audioTrials(sounds, Number(values.seed), Number(values.scenes));
  const done = trials.map((trial) => {
    process.stderr.write(`${trial.title}\n`);
    return { trial, rows: bench.auditLimits(trial) };
  });
  const counts = {
    ...{ birds: sounds.birds.length, wind: sounds.wind.length },
    ...{ others: sounds.others.length, speech: sounds.speech.length },
  };
  const today = new Date().toISOString().slice(0, 10);
  const command = `npm run bench:audio -- ${process.argv.slice(2).join(' ')}`;
  const text = bench.describeAudioLimits(done, { command, today, counts });
  console.log(text);
  if (values.docs !== undefined) {
    mkdirSync(fromHere(values.docs), { recursive: true });
    writeFileSync(join(fromHere(values.docs), 'audio-limits.md'), text);
  }
  return 0;
});
