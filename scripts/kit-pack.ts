/**
 * Writes a pack around the third-party models of a test kit beside the repository, for tests and benches; the classifier is
 * that of the field-vision pack. Nothing is copied: the pack's files are links. Alone: `node scripts/launch.mjs kit-pack FOLDER`, where FOLDER ends in the pack's name.
 */
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { goldenFor, type LcgInput, type RowsInput } from './kit-golden.ts';
import { describeFile, type PackFile } from './pack-file.ts';
import { isMain, main, ROOT, UserError } from './run.ts';

/** GOLDCREST_KIT names another place. */
export const KIT = process.env.GOLDCREST_KIT ?? resolve(ROOT, '../shared/kit');

export const hasKit = existsSync(join(KIT, 'models'));

export const APACHE = {
  id: 'Apache-2.0',
  name: 'Apache License 2.0',
  url: 'https://www.apache.org/licenses/LICENSE-2.0',
  nonCommercial: false,
};
export const MIT = { id: 'MIT', name: 'MIT License', url: 'https://opensource.org/license/mit', nonCommercial: false };

/** What the published pack of the same network brings, fitted on photos that are not the kit's. */
const FITTED = JSON.parse(readFileSync(join(ROOT, 'models/field-vision/calibration.json'), 'utf8')) as unknown;

/** What the kit's README says about each model, in the terms of a manifest. */
export const MODELS = [
  {
    source: 'detector/yolox_nano.onnx',
    probe: { kind: 'lcg', seed: 1, hold: 16, low: 0, high: 255, shape: [1, 3, 416, 416] },
    entry: {
      role: 'detector',
      family: 'yolox',
      file: 'detector.onnx',
      input: {
        name: 'images',
        width: 416,
        height: 416,
        layout: 'nchw',
        channels: 'bgr',
        mean: [0, 0, 0],
        std: [1, 1, 1],
        fit: 'letterbox',
        pad: 114,
      },
      output: { name: 'output', kind: 'yolox-grid', birdClass: 14, strides: [8, 16, 32] },
      scoreThreshold: 0.4,
      nmsIou: 0.45,
      licence: APACHE,
      card: { title: 'YOLOX-nano', source: 'https://github.com/Megvii-BaseDetection/YOLOX', summary: 'COCO detector.' },
    },
  },
  {
    source: 'image/coral_inat_bird_quant.tflite',
    labels: 'image/inat_birds_965_labels.txt',
    probe: { kind: 'lcg', seed: 1, hold: 16, low: -1, high: 1, shape: [1, 3, 224, 224] },
    entry: {
      role: 'image',
      family: 'classifier',
      file: 'image.onnx',
      weights: 'image.tflite',
      input: {
        name: 'images',
        width: 224,
        height: 224,
        layout: 'nchw',
        channels: 'rgb',
        mean: [128, 128, 128],
        std: [128, 128, 128],
        fit: 'stretch',
        pad: 0,
      },
      output: { name: 'probabilities', kind: 'probabilities' },
      labels: { file: 'labels/image.txt', format: 'scientific', none: ['background'] },
      cropMargin: 0.1,
      calibration: FITTED,
      licence: APACHE,
      card: {
        title: 'iNaturalist birds, MobileNet V2, with a second head',
        source: 'https://github.com/google-coral/test_data',
        summary: '924 species of the published network; 641 by a second head on its features; 1,217 together.',
      },
    },
  },
  {
    source: 'sound/birdnet_stm32n6_100.onnx',
    labels: 'sound/birdnet_stm32n6_100_labels.txt',
    probe: { kind: 'lcg', seed: 1, hold: 16, low: 0, high: 1, shape: [1, 257, 256, 1] },
    entry: {
      role: 'sound',
      family: 'classifier',
      file: 'sound.onnx',
      input: {
        name: 't0',
        sampleRate: 22_050,
        windowSeconds: 3,
        hopSeconds: 3,
        frontEnd: { kind: 'stft-magnitude', fftSize: 512, hop: 258, frames: 256 },
        batch: 'single',
      },
      output: { name: 't130', kind: 'sigmoid' },
      labels: { file: 'labels/sound.txt', format: 'scientific_common', classes: {} },
      calibration: {
        temperature: 1,
        fitted: { on: 'nothing: as the model gives it', n: 0, date: '2026-11-16', ece: null },
      },
      licence: MIT,
      card: {
        title: 'BirdNET for STM32N6',
        source: 'https://github.com/birdnet-team/birdnet-stm32',
        summary: '100 birds by their voices.',
      },
    },
  },
  {
    source: 'geo/geomodel_fp16.onnx',
    labels: 'geo/geomodel_labels.txt',
    probe: {
      kind: 'rows',
      rows: [
        [51.5, -0.1, 18],
        [-33.9, 151.2, 40],
        [40.7, -74, 1],
      ],
    },
    entry: {
      role: 'geo',
      family: 'place-time',
      file: 'geo.onnx',
      input: { name: 'input', time: 'week48' },
      output: { name: 'probabilities', kind: 'probabilities' },
      labels: { file: 'labels/geo.txt', format: 'tsv-scientific-in-column-2', skipUnknown: true },
      batch: 'dynamic',
      licence: MIT,
      card: {
        title: 'BirdNET geomodel',
        source: 'https://github.com/birdnet-team/geomodel',
        summary: 'Which species occur at a place in a week.',
      },
    },
  },
];

/** Links a file into the pack. */
function link(folder: string, path: string, file: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(file, join(folder, path));
  return describeFile(path, readFileSync(join(folder, path)));
}

/** The graph and the labels of a model whose weights alone are the kit's lie in the pack that is published with it. */
const FIELD_VISION = join(ROOT, 'public/packs/field-vision');

/**
 * @param folder does not exist yet; its last part is the name of the pack
 * @returns the folder
 */
export async function writeKitPack(folder: string): Promise<string> {
  if (!hasKit) throw new UserError(`There is no test kit at ${KIT}; set GOLDCREST_KIT to where it is.`);
  if (statSync(folder, { throwIfNoEntry: false })) throw new UserError(`${folder} is there already.`);
  const files: PackFile[] = [];
  const models = [];
  for (const { source, labels, probe, entry } of MODELS) {
    const published = join(KIT, 'models', source);
    const { weights } = entry as { weights?: string };
    const model = link(folder, entry.file, weights === undefined ? published : join(FIELD_VISION, entry.file));
    files.push(model);
    const held = weights === undefined ? null : { path: weights, data: readFileSync(published) };
    if (held) files.push(link(folder, held.path, published));
    if (labels !== undefined) {
      const { file } = entry.labels;
      files.push(link(folder, file, held ? join(FIELD_VISION, file) : join(KIT, 'models', labels)));
    }
    const names = { inputName: entry.input.name, outputName: entry.output.name };
    const input = probe as LcgInput | RowsInput;
    const golden = `golden/${entry.role}.json`;
    mkdirSync(join(folder, 'golden'), { recursive: true });
    const expected = await goldenFor(join(folder, entry.file), model.sha256, { ...names, input }, held);
    writeFileSync(join(folder, golden), JSON.stringify(expected));
    files.push(describeFile(golden, readFileSync(join(folder, golden))));
    models.push({ ...entry, golden });
  }
  const manifest = {
    format: 1,
    name: basename(folder),
    version: '1',
    title: 'Test kit',
    summary: 'Third-party models for tests.',
    licence: APACHE,
    files,
    models,
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
  return folder;
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const [folder] = process.argv.slice(2);
    if (folder === undefined) throw new UserError('Say where to: node scripts/launch.mjs kit-pack FOLDER');
    console.log(await writeKitPack(resolve(folder)));
    return 0;
  });
}
