import { LIMITS, type AudioLimits } from '../src/sound/quality/limits';
import {
  AUDIO_RATE,
  callScene,
  callWithin,
  emptyRecording,
  humScene,
  leftOut,
  overdriven,
  overlap,
  quieter,
  Recording,
  rumble,
  songScene,
  talkScene,
  type Grading,
  type Scene,
} from './audio-scenes';
import { mean } from './curves';
import { loudestPart, mixAt, pinkNoise } from './mix';
import { seeded, shuffled } from '../training/random';

/** Sounds whose truth is known, a clip each. */
export interface KnownSounds {
  birds: readonly Float32Array[];
  wind: readonly Float32Array[];
  /** Neither birds nor people nor wind. */
  others: readonly Float32Array[];
  speech: readonly Float32Array[];
}

/** What a limit is for: how much of what is there was found, by how loud it is, and how often something was that is not. */
export interface AudioLimitRow {
  name: keyof AudioLimits;
  value: number;
  used: boolean;
  figures: readonly number[];
}

export interface AudioTrial {
  title: string;
  columns: readonly string[];
  knobs: Partial<Record<keyof AudioLimits, readonly number[]>>;
  measure: (limits: AudioLimits) => number[];
}

/** One limit moved at a time, all others in use. */
export function auditLimits({ knobs, measure }: AudioTrial): AudioLimitRow[] {
  return (Object.keys(knobs) as (keyof AudioLimits)[]).flatMap((name) => {
    const values = [...new Set([...knobs[name]!, LIMITS[name]])].sort((a, b) => a - b);
    return values.map((value) => ({
      ...{ name, value, used: value === LIMITS[name] },
      figures: measure({ ...LIMITS, [name]: value }),
    }));
  });
}

/** What is found of calls, voices, hum, wind and clipping that were put there. */
export function audioTrials(sounds: KnownSounds, seed: number, scenes = 24): AudioTrial[] {
  const random = seeded(seed);
  const draw = <T>(from: readonly T[], count: number): T[] => shuffled(from, random).slice(0, count);
  const many = (make: () => Scene): Scene[] => Array.from({ length: scenes }, make);
  const level = (db: number) => 10 ** (db / 20);
  const calls = [20, 10, 0].map((db) => many(() => callScene(draw(sounds.birds, 2), level(db), random)));
  const talks = [20, 10, 0].map((db) =>
    many(() => talkScene(draw(sounds.birds, 2), draw(sounds.speech, 1)[0]!, db, random)),
  );
  const hums = [-20, -30, -40].map((db) => many(() => humScene(draw(sounds.birds, 2), db, random)));
  const clips = draw(sounds.birds, 4 * scenes);
  const recorded = (of: readonly Float32Array[]) => of.map((samples) => new Recording(samples));
  const [birds, others, wind] = [recorded(clips), recorded(draw(sounds.others, 4 * scenes)), recorded(sounds.wind)];
  const rumbles = recorded(Array.from({ length: scenes }, () => rumble(10, random)));
  const share = (from: readonly Recording[], holds: (graded: Grading) => boolean, limits: AudioLimits) =>
    mean(from.map((one) => Number(holds(one.graded(limits)))));
  const clipped = [6, 12, 24].map((db) => recorded(clips.map((samples) => overdriven(samples, level(db)))));
  const songs = [6, 12, 20, 40].map((seconds) => many(() => songScene(draw(sounds.birds, 3), seconds, random)));
  const brief = many(() => callScene(draw(sounds.birds, 1), level(10), random, 12));
  const cuts = [0.05, 0.1, 0.2, 0.5, 1].map((seconds) =>
    recorded(clips.map((samples) => loudestPart(samples, seconds * AUDIO_RATE))),
  );
  const empty = [1, 4, 16].map((steps) => recorded([0, 1, 2, 3].map(() => emptyRecording(10, steps, random))));
  const quietly = new Map<number, Recording[]>();
  const quiet = (db: number): Recording[] => {
    if (!quietly.has(db)) quietly.set(db, recorded(clips.map((samples) => quieter(samples, db))));
    return quietly.get(db)!;
  };
  const hissing = [20, 10, 5, 0, -10].map((db) =>
    recorded(clips.map((samples) => mixAt(samples, pinkNoise(samples.length, random), 0, db))),
  );
  const hissOnly = recorded([0, 1, 2, 3].map(() => pinkNoise(10 * AUDIO_RATE, random).map((value) => 0.01 * value)));
  const alone = [5, 10, 30, 60].map((seconds) =>
    recorded(clips.slice(0, scenes).map((samples) => callWithin(samples, seconds, random))),
  );
  return [
    {
      title: 'Calls: what is worth classifying',
      columns: ['found at 20 dB', 'at 10 dB', 'at 0 dB', 'of the rest left out at 10 dB'],
      knobs: {
        standsOutDb: [3, 4.5, 9, 12],
        background: [0.05, 0.1, 0.4, 0.6],
        margin: [0, 0.5, 2],
        songPause: [0, 1, 6],
      },
      measure: (limits) => {
        const found = calls.map((of) =>
          mean(of.map((scene) => overlap(scene.recording.graded(limits).stretches, scene.truth))),
        );
        const rest = mean(calls[1]!.map((scene) => leftOut(scene.recording.graded(limits).stretches, scene)));
        return [...found, rest];
      },
    },
    {
      title: 'Voices',
      columns: ['found at 20 dB', 'at 10 dB', 'at 0 dB', 'birds taken for one', 'other sounds taken for one'],
      knobs: {
        ...{ periodicity: [0.3, 0.4, 0.6, 0.7], onePartial: [0.5, 0.6, 0.8, 0.9], voiceFaintestDb: [-75, -70, -55] },
        ...{
          voicedCell: [1 / 6, 0.5, 2 / 3],
          talkPause: [0.5, 1, 3],
          shortestTalk: [0.25, 0.5, 1.25],
          voicedTalk: [0.1, 0.3, 0.5],
        },
      },
      measure: (limits) => [
        ...talks.map((of) => mean(of.map((scene) => overlap(scene.recording.graded(limits).voice, scene.truth)))),
        share(birds, ({ voice }) => voice.length > 0, limits),
        share(others, ({ voice }) => voice.length > 0, limits),
      ],
    },
    {
      title: 'Hum of the mains',
      columns: ['found at -20 dB', 'at -30 dB', 'at -40 dB', 'birds taken for one', 'other sounds taken for one'],
      knobs: { humStandsOutDb: [3, 6, 12, 15], humFaintestDb: [-90, -60, -50] },
      measure: (limits) => [
        ...hums.map((of) =>
          share(
            of.map(({ recording }) => recording),
            ({ hum }) => hum !== null,
            limits,
          ),
        ),
        share(birds, ({ hum }) => hum !== null, limits),
        share(others, ({ hum }) => hum !== null, limits),
      ],
    },
    {
      title: 'Wind and handling',
      columns: ['rumble found', 'recorded wind found', 'birds taken for it', 'other sounds taken for it'],
      knobs: { windOverMiddleDb: [10, 15, 20, 30], windDb: [-60, -55, -50, -40, -35], windy: [0.1, 0.25, 0.75] },
      measure: (limits) =>
        [rumbles, wind, birds, others].map((of) => share(of, ({ reasons }) => reasons.includes('wind'), limits)),
    },
    {
      title: 'Clipping',
      columns: ['marginal or worse at 6 dB too loud', 'at 12 dB', 'at 24 dB', 'failed at 24 dB', 'birds as they are'],
      knobs: { clippedMarginal: [0.0005, 0.001, 0.01, 0.02], clippedFail: [0.1, 0.2, 0.5] },
      measure: (limits) => [
        ...clipped.map((of) => share(of, ({ reasons }) => reasons.includes('clipped'), limits)),
        share(clipped[2]!, ({ grade }) => grade === 'fail', limits),
        share(birds, ({ reasons }) => reasons.includes('clipped'), limits),
      ],
    },
    {
      title: 'Short recordings, listened to as a whole',
      columns: ['kept of 6 s of song', 'of 12 s', 'of 20 s', 'of 40 s', 'left out around a call in 12 s', 'in 30 s'],
      knobs: { short: [0, 5, 10, 20, 30, 60] },
      measure: (limits) => [
        ...songs.map((of) => mean(of.map((one) => overlap(one.recording.graded(limits).stretches, one.truth)))),
        mean(brief.map((scene) => leftOut(scene.recording.graded(limits).stretches, scene))),
        mean(calls[1]!.map((scene) => leftOut(scene.recording.graded(limits).stretches, scene))),
      ],
    },
    {
      title: 'Too short: birds cut to their loudest moment',
      columns: ['refused of 0.05 s', 'of 0.1 s', 'of 0.2 s', 'of 0.5 s', 'of 1 s'],
      knobs: { tooShort: [0.05, 0.1, 0.5, 1] },
      measure: (limits) => cuts.map((of) => share(of, ({ reasons }) => reasons.includes('too_short'), limits)),
    },
    {
      title: 'Silent and quiet',
      columns: [
        ...['empty recordings refused: 1 step of noise', '4 steps', '16 steps'],
        ...['birds refused, 40 dB quieter', '60 dB', '70 dB'],
        ...['birds called quiet, as they are', '20 dB quieter', '30 dB', '40 dB', '50 dB'],
      ],
      knobs: { silentDb: [-90, -84, -66, -60], quietDb: [-80, -70, -50, -40] },
      measure: (limits) => [
        ...[...empty, ...[40, 60, 70].map(quiet)].map((of) => share(of, ({ grade }) => grade === 'fail', limits)),
        ...[birds, ...[20, 30, 40, 50].map(quiet)].map((of) =>
          share(of, ({ reasons }) => reasons.includes('quiet'), limits),
        ),
      ],
    },
    {
      title: 'Noisy: birds with pink noise over them',
      columns: [
        'called noisy as they are',
        'noise 20 dB weaker',
        '10 dB',
        '5 dB',
        '0 dB',
        '10 dB stronger',
        'noise alone',
      ],
      knobs: { noisyDb: [2, 3, 4, 8, 10, 15] },
      measure: (limits) =>
        [birds, ...hissing, hissOnly].map((of) => share(of, ({ reasons }) => reasons.includes('noisy'), limits)),
    },
    {
      title: 'Mostly silence: one call in a longer recording',
      columns: ['said of 5 s', 'of 10 s', 'of 30 s', 'of 60 s'],
      knobs: { mostlySilence: [0.5, 0.75, 0.8, 0.95, 0.98] },
      measure: (limits) => alone.map((of) => share(of, ({ reasons }) => reasons.includes('mostly_silence'), limits)),
    },
  ];
}

export function describeAudioLimits(
  trials: readonly { trial: AudioTrial; rows: readonly AudioLimitRow[] }[],
  title: { command: string; today: string; counts: Record<keyof KnownSounds, number> },
): string {
  const { command, today, counts } = title;
  const cell = (value: number): string => String(Number(value.toFixed(4)));
  const tables = trials.map(({ trial, rows }) => {
    const lines = rows.map(({ name, value, used, figures }) => {
      const shown = used ? `**${cell(value)}**` : cell(value);
      return `| ${name} | ${shown} | ${figures.map((share) => `${(100 * share).toFixed(0)} %`).join(' | ')} |`;
    });
    const head = ['limit', 'value', ...trial.columns];
    return `## ${trial.title}\n\n| ${head.join(' | ')} |\n| ${head.map(() => '---').join(' | ')} |\n${lines.join('\n')}\n`;
  });
  return `# What other limits of audio_quality would do

\`${command}\`, ${today}. Sounds whose truth is known: ${counts.birds} clips of birds, ${counts.wind} of wind, ${counts.others} of other things and ${counts.speech}
of speech, mixed at known levels and times. One limit moved at a time, all others in use, without a sound model's second opinion on voices;
**bold** is in use. What each limit means: \`src/sound/quality/limits.ts\`.

${tables.join('\n')}`;
}
