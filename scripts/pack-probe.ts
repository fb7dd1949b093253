/** The input of a golden vector that suits a model: made by rule, in the range and shape that its adapter feeds it. */
import type { Model } from '../src/packs/manifest';
import type { ImageInput } from '../src/packs/model-parts';
import type { Probe } from './kit-golden.ts';

/** Six places from pole to pole with a month each, as the starter pack has them. */
const PLACES = [
  [51.5, -0.1, 5],
  [42.4, -76.5, 1],
  [-1.3, 36.8, 8],
  [-16.5, 180, 12],
  [90, 0, 6],
  [-90, 135, 2],
];

/** Each value is held for a few numbers, which is more like a picture or a sound than noise is. */
const HOLD = { picture: 16, samples: 6, magnitudes: 16 };

const lcg = (shape: number[], hold: number, low: number, high: number): Probe['input'] => ({
  kind: 'lcg',
  seed: 1,
  hold,
  low,
  high,
  shape,
});

/** From the darkest to the brightest value that any channel takes. */
function picture({ width, height, layout, mean, std }: ImageInput) {
  const ends = mean.flatMap((level, channel) => [0, 255].map((x) => (x - level) / (std[channel] ?? 1)));
  const shape = layout === 'nchw' ? [1, 3, height, width] : [1, height, width, 3];
  return lcg(shape, HOLD.picture, Math.min(...ends), Math.max(...ends));
}

function sound(model: Extract<Model, { role: 'sound' }>) {
  const { sampleRate, windowSeconds } = model.input;
  const samples = [1, Math.round(sampleRate * windowSeconds)];
  if (model.family === 'perch') return lcg(samples, HOLD.samples, -model.input.peak, model.input.peak);
  const { frontEnd } = model.input;
  if (frontEnd.kind === 'waveform') return lcg(samples, HOLD.samples, -0.5, 0.5);
  return lcg([1, frontEnd.fftSize / 2 + 1, frontEnd.frames, 1], HOLD.magnitudes, 0, 1);
}

function places(model: Extract<Model, { role: 'geo' }>): Probe['input'] {
  const rows = model.batch === 'single' ? PLACES.slice(0, 1) : PLACES;
  // Sines and cosines of a place.
  return model.family === 'sinr' ? lcg([rows.length, 4], 1, -1, 1) : { kind: 'rows', rows };
}

export function probeFor(model: Model): Probe {
  switch (model.role) {
    case 'detector': {
      const { input } = model;
      const also =
        model.family === 'grounding-dino' ? [{ name: model.input.size, values: [input.height, input.width] }] : [];
      return { input: picture(input), also };
    }
    case 'image':
      return { input: picture(model.input), also: [] };
    case 'sound':
      return { input: sound(model), also: [] };
    case 'geo':
      return { input: places(model), also: [] };
  }
}
