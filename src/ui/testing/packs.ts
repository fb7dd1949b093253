import * as v from 'valibot';
import type { StoredPack, StoredVersion } from '../../packs/inventory';
import type { Offer } from '../../packs/manager';
import { ManifestSchema, type Manifest, type Role } from '../../packs/manifest';
import type { OpenedPack } from '../../packs/roles';

const LICENCE = { id: 'MIT', name: 'MIT License', url: 'https://opensource.org/license/mit', nonCommercial: false };
const CARD = { title: 'A model', source: 'a test', summary: 'Made for a test.' };
const INPUT = { name: 'x', width: 224, height: 224, layout: 'nchw', channels: 'rgb', mean: [0, 0, 0], std: [1, 1, 1] };
const COMMON = { licence: LICENCE, card: CARD, file: 'm.onnx', golden: 'g.json' };
const LABELS = { file: 'l.txt', format: 'scientific' };
const FITTED = { temperature: 1, fitted: { on: 'nothing', n: 0, date: '2026-11-16', ece: null } };

const MODELS = {
  detector: {
    family: 'boxes',
    input: { ...INPUT, fit: 'letterbox' },
    output: { kind: 'boxes', name: 'y' },
    scoreThreshold: 0.4,
    nmsIou: 0.5,
  },
  image: {
    family: 'classifier',
    input: { ...INPUT, fit: 'stretch' },
    output: { name: 'y', kind: 'logits' },
    labels: LABELS,
    cropMargin: 0.1,
    calibration: FITTED,
  },
  sound: {
    family: 'classifier',
    input: {
      name: 'x',
      sampleRate: 48_000,
      windowSeconds: 3,
      hopSeconds: 3,
      frontEnd: { kind: 'waveform' },
      batch: 'single',
    },
    output: { name: 'y', kind: 'logits' },
    labels: { ...LABELS, classes: {} },
    calibration: FITTED,
  },
  geo: {
    family: 'place-time',
    input: { name: 'x', time: 'month12' },
    output: { name: 'y', kind: 'probabilities' },
    labels: LABELS,
    batch: 'dynamic',
  },
} satisfies Record<Role, object>;

/** A manifest with models for these roles; made without Node, for tests inside a browser. */
export function manifestFor(name: string, ...roles: Role[]): Manifest {
  const files = ['m.onnx', 'g.json', 'l.txt'].map((path, i) => {
    const sha256 = `${i}`.repeat(64);
    return { path, bytes: 1_000_000, sha256, chunks: [sha256, sha256] };
  });
  const models = roles.map((role) => ({ role, ...COMMON, ...MODELS[role] }));
  const words = { title: `Pack ${name}`, summary: 'Made for a test.', licence: LICENCE };
  return v.parse(ManifestSchema, { format: 1, name, version: '1', ...words, files, models });
}

export function openedPack(name: string, ...roles: Role[]): OpenedPack {
  return { base: `/packs/${name}/`, manifest: manifestFor(name, ...roles) };
}

export function storedVersion(changes: Partial<StoredVersion> = {}): StoredVersion {
  const moment = '2026-11-16T12:00:00Z';
  const fixed = { trust: 'signed', bytes: 3_000_000, arrivedAt: moment, verifiedAt: moment, lost: [] } as const;
  return { manifest: manifestFor('field', 'geo'), ...fixed, lost: [...fixed.lost], ...changes };
}

export function storedPack(changes: Partial<StoredPack> = {}): StoredPack {
  return { name: 'field', active: storedVersion(), candidate: null, ...changes };
}

export function offer(changes: Partial<Offer> = {}): Offer {
  const fixed = {
    id: 1,
    trust: 'signed',
    missingBytes: 3_000_000,
    downloadedBytes: 0,
    replaces: null,
    fromFiles: false,
  } as const;
  return { manifest: manifestFor('field', 'geo'), ...fixed, ...changes };
}
