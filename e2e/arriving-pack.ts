import { describeFile } from '../scripts/pack-file.ts';

const LICENCE = { id: 'MIT', name: 'MIT License', url: 'https://opensource.org/license/mit', nonCommercial: false };

export interface ArrivingPack {
  manifest: Record<string, unknown>;
  files: Record<string, Buffer>;
}

/** A geo pack around these bytes: good enough to arrive, not to be used. */
export function packWith(name: string, model: Buffer, version = '1'): ArrivingPack {
  const files: Record<string, Buffer> = {
    'labels/geo.txt': Buffer.from('Regulus regulus\n'),
    'golden/geo.json': Buffer.from('{}'),
    'geo.onnx': model,
  };
  const listed = Object.entries(files).map(([path, content]) => describeFile(path, content));
  const card = { title: 'Nothing', source: 'a test', summary: 'Random bytes.' };
  const geo = {
    role: 'geo',
    family: 'place-time',
    file: 'geo.onnx',
    input: { name: 'input', time: 'month12' },
    output: { name: 'output', kind: 'probabilities' },
    labels: { file: 'labels/geo.txt', format: 'scientific' },
    batch: 'dynamic',
    licence: LICENCE,
    card,
    golden: 'golden/geo.json',
  };
  const words = { title: `Pack ${name}`, summary: 'Made for a test.' };
  return { manifest: { format: 1, name, version, ...words, licence: LICENCE, files: listed, models: [geo] }, files };
}
