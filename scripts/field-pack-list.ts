/** The field packs: which third-party models, where they are published, and what the catalogue says about them. */
import { MIT, MODELS } from './kit-pack.ts';
import type { LcgInput, RowsInput } from './kit-golden.ts';

type Probe = LcgInput | RowsInput;

interface Entry {
  role: string;
  file: string;
  weights?: string;
  input: { name: string };
  output: { name: string };
}

interface Published {
  source: string;
  addresses: string[];
}

export type FieldModel = Published & { labels?: Published; probe: Probe; entry: Entry };

export interface FieldPack {
  name: string;
  version: string;
  title: string;
  summary: string;
  /** What the catalogue says to people who do not have it yet. */
  offered: { title: string; summary: string; birds?: { role: 'image' | 'sound'; count: number } };
  licence: typeof MIT;
  models: FieldModel[];
}

/** Changes whenever a file or a word of the pack's manifest does: a version never goes back. */
const VERSION = { vision: '2026.11.19.2', geo: '2026.11.17.1' };

/** The same bytes at GitHub and at jsDelivr, which mirrors it, at a commit that cannot change. */
const github = (repository: string, commit: string) => (path: string) => [
  `https://raw.githubusercontent.com/${repository}/${commit}/${path}`,
  `https://cdn.jsdelivr.net/gh/${repository}@${commit}/${path}`,
];

const geomodel = github('birdnet-team/geomodel', '4af201bf28a4cf39ca98d9c33931a50d2a6d707a');
const iinfer = github('hamacom2004jp/iinfer', 'c7f9a3c5216c6f8b3e8b35886f863dffa2dc0bf9');
const coral = github('google-coral/test_data', '104342d2d3480b3e66203073dac24f4e2dbb4c41');

/** What is known of a model of the test kit, with its public addresses. */
function ofKit(role: string, addresses: string[], labels?: string[]): FieldModel {
  const known = MODELS.find(({ entry }) => entry.role === role);
  if (!known) throw new Error(`the kit has no ${role} model`);
  return {
    source: known.source,
    addresses,
    ...(labels && known.labels !== undefined ? { labels: { source: known.labels, addresses: labels } } : {}),
    probe: known.probe as Probe,
    entry: known.entry,
  };
}

/** What taught the second head is partly for non-commercial use: CUB-200-2011. */
const NON_COMMERCIAL = {
  id: 'CC-BY-NC-4.0',
  name: 'Creative Commons Attribution-NonCommercial 4.0 International',
  url: 'https://creativecommons.org/licenses/by-nc/4.0/',
  nonCommercial: true,
  note:
    'For non-commercial use. The second head of the classifier was taught in part by CUB-200-2011, whose photos are for ' +
    'non-commercial research and education only. The published classifier and YOLOX are Apache-2.0.',
};

/**
 * The classifier as a graph of our own (models/field-vision), which takes its weights from the published file and holds a
 * second head.
 */
function fieldClassifier() {
  const known = ofKit('image', coral('mobilenet_v2_1.0_224_inat_bird_quant.tflite'), coral('inat_bird_labels.txt'));
  return { ...known, entry: { ...known.entry, licence: NON_COMMERCIAL } };
}

export const FIELD_PACKS: FieldPack[] = [
  {
    name: 'field-vision',
    version: VERSION.vision,
    title: 'Field pack: finding and naming birds',
    summary:
      'A classifier that Google trained on iNaturalist photos, with a second head of ours: 1,217 species together. And ' +
      'YOLOX-nano, a detector trained on everyday photos. They take the place of the classifier and the detector that come with the app.',
    offered: {
      title: 'More birds by their looks',
      summary:
        'Names 1,217 birds, most of them learned from iNaturalist photos, and finds birds in everyday photos. It replaces ' +
        'the models that come with the app. For non-commercial use.',
      birds: { role: 'image', count: 1217 },
    },
    licence: NON_COMMERCIAL,
    models: [ofKit('detector', iinfer('models/yolox_nano.onnx')), fieldClassifier()],
  },
  {
    name: 'field-geo',
    version: VERSION.geo,
    title: 'Field pack: where birds live',
    summary:
      'The BirdNET geomodel: which of 11,280 species, birds and others, occur at a place in each week of the year. ' +
      'It goes by the week, where the prior that comes with the app, which was learnt from it, goes by the month.',
    offered: {
      title: 'Where birds live, week by week',
      summary:
        'Which of 11,280 species occur at a place in each week of the year. The model that comes with the app knows months only.',
    },
    licence: MIT,
    models: [ofKit('geo', geomodel('docs/demo/geomodel_fp16.onnx'), geomodel('docs/demo/labels.txt'))],
  },
];
