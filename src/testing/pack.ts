import * as v from 'valibot';
import { describeFile as describe } from '../../scripts/pack-file';
import { ManifestSchema, type Manifest, type Role } from '../packs/manifest';
import type { ImageInput } from '../packs/model-parts';
import type { PackFile } from '../packs/pack-file';
import type { OpenedPack } from '../packs/roles';

type ManifestInput = v.InferInput<typeof ManifestSchema>;

const licence = { id: 'MIT', name: 'MIT License', url: 'https://opensource.org/license/mit', nonCommercial: false };
const card = { title: 'A model', source: 'models/test', summary: 'Made for a test.' };

export function imageInput(changes: Partial<ImageInput> = {}): ImageInput {
  return {
    name: 'images',
    width: 416,
    height: 416,
    layout: 'nchw',
    channels: 'bgr',
    mean: [0, 0, 0],
    std: [1, 1, 1],
    fit: 'letterbox',
    pad: 114,
    filter: 'triangle',
    ...changes,
  };
}

/** What the manifest pins about a file with this content. */
export function describeFile(path: string, content: string | Uint8Array): PackFile {
  return describe(path, Buffer.from(content));
}

const MODELS: ManifestInput['models'] = [
  {
    role: 'detector',
    family: 'yolox',
    file: 'detector.onnx',
    input: imageInput(),
    output: { kind: 'yolox-grid', name: 'output', birdClass: 14, strides: [8, 16, 32] },
    scoreThreshold: 0.4,
    nmsIou: 0.45,
    licence,
    card,
    golden: 'golden/detector.json',
  },
  {
    role: 'image',
    family: 'classifier',
    file: 'image.onnx',
    input: imageInput({ width: 224, height: 224, layout: 'nhwc', channels: 'rgb', fit: 'stretch', pad: 0 }),
    output: { name: 'scores', kind: 'logits' },
    labels: { file: 'labels/image.txt', format: 'scientific' },
    cropMargin: 0.1,
    calibration: { temperature: 1.3, fitted: { on: 'a test', n: 10, date: '2026-11-16', ece: null } },
    licence,
    card,
    golden: 'golden/image.json',
  },
  {
    role: 'sound',
    family: 'classifier',
    file: 'sound.onnx',
    input: {
      name: 'samples',
      sampleRate: 48_000,
      windowSeconds: 3,
      hopSeconds: 3,
      frontEnd: { kind: 'waveform' },
      batch: 'dynamic',
    },
    output: { name: 'scores', kind: 'sigmoid' },
    labels: { file: 'labels/sound.txt', format: 'scientific_common', classes: { human_voice: ['Human vocal'] } },
    calibration: { temperature: 1, fitted: { on: 'a test', n: 10, date: '2026-11-16', ece: null } },
    licence,
    card,
    golden: 'golden/sound.json',
  },
  {
    role: 'geo',
    family: 'place-time',
    file: 'geo.onnx',
    input: { name: 'input', time: 'month12' },
    output: { name: 'probabilities', kind: 'probabilities' },
    labels: { file: 'labels/geo.txt', format: 'scientific' },
    batch: 'dynamic',
    licence,
    card,
    golden: 'golden/geo.json',
  },
];

const PATHS = [
  'detector.onnx',
  'golden/detector.json',
  'image.onnx',
  'golden/image.json',
  'labels/image.txt',
  'sound.onnx',
  'golden/sound.json',
  'labels/sound.txt',
  'geo.onnx',
  'golden/geo.json',
  'labels/geo.txt',
];

/** A manifest as it stands in a file: valid, unless the changes make it otherwise. */
export function manifestInput(changes: Partial<ManifestInput> = {}): ManifestInput {
  return {
    format: 1,
    name: 'test',
    version: '2026.11.16',
    title: 'Test pack',
    summary: 'Made for a test.',
    licence,
    files: PATHS.map((path) => describeFile(path, path)),
    models: structuredClone(MODELS),
    ...changes,
  };
}

/** A manifest that pins exactly these files, and no models. */
export function manifestOf(files: PackFile[]): Manifest {
  return v.parse(ManifestSchema, manifestInput({ files, models: [] }));
}

/** A geo pack small enough for a test: the manifest and its files by path. The contents decide the hashes. */
export function tinyPack(
  changes: { name?: string; version?: string; files?: Record<string, string> } = {},
): Record<string, string> {
  const files = {
    'geo.onnx': 'a model '.repeat(500),
    'golden/geo.json': '{"golden": true}',
    'labels/geo.txt': 'Regulus regulus\nCyanistes caeruleus\n',
    ...changes.files,
  };
  return {
    'manifest.json': JSON.stringify(geoManifest(changes.name ?? 'tiny', changes.version ?? '1', files)),
    ...files,
  };
}

/** What stands in the manifest of a geo pack of these files: geo.onnx, its labels and its golden vector. */
export function geoManifest(name: string, version: string, files: Record<string, string | Uint8Array>): ManifestInput {
  return manifestInput({
    name,
    version,
    title: `Pack ${name}`,
    files: Object.entries(files).map(([path, content]) => describeFile(path, content)),
    models: MODELS.filter(({ role }) => role === 'geo'),
  });
}

/** A pack with models for these roles, as it is opened. */
export function openedPack(name: string, ...roles: Role[]): OpenedPack {
  const { models, ...rest } = manifestInput({ name });
  const kept = models.filter(({ role }) => roles.includes(role));
  return { base: `/packs/${name}/`, manifest: v.parse(ManifestSchema, { ...rest, models: kept }) };
}
