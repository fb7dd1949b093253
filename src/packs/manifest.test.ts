import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { describeFile, manifestInput } from '../testing/pack';
import { GoldenSchema, ManifestSchema, type Golden, type Manifest, type Role, type SoundModel } from './manifest';
import type { SoundInput } from './families/classifier/sound-schema';

/** Why a manifest is refused; null where it is not. */
function refusal(manifest: unknown): string | null {
  const parsed = v.safeParse(ManifestSchema, manifest);
  if (parsed.success) return null;
  const [issue] = parsed.issues;
  return `${v.getDotPath(issue) ?? 'manifest'}: ${issue.message}`;
}

/** The manifest with one value deep inside replaced. */
function withValue(path: string, value: unknown): unknown {
  const manifest: unknown = structuredClone(manifestInput());
  const keys = path.split('.');
  const last = keys.pop()!;
  let at = manifest as Record<string, unknown>;
  for (const key of keys) at = at[key] as Record<string, unknown>;
  at[last] = value;
  return manifest;
}

describe('a manifest', () => {
  test('that keeps the format is read, with what it leaves out filled in', () => {
    const manifest = v.parse(ManifestSchema, manifestInput());
    const image = manifest.models.find((model) => model.role === 'image')!;
    expect(image.labels).toEqual({ file: 'labels/image.txt', format: 'scientific', none: [], skipUnknown: false });
    expect(image.card.figures).toEqual([]);
    expect(manifest.licence.note).toBe('');
  });

  test.each(['../secret', '/etc/passwd', 'a/../b', 'a//b', './a', 'a\\b', 'https://else.where/a', '.hidden', ''])(
    'cannot reach out of its folder with "%s"',
    (path) => {
      expect(refusal(withValue('files.0.path', path))).toMatch(/^files\.0\.path: /);
      expect(refusal(withValue('models.0.file', path))).toMatch(/^models\.0\.file: /);
    },
  );

  test.each([
    ['format', 2],
    ['name', 'Not A Name'],
    ['version', 'one/two'],
    ['licence.url', 'http://not.secure/'],
    ['licence.nonCommercial', 'yes'],
    ['files.0.bytes', 0],
    ['files.0.sha256', 'ABC'],
    ['models.0.role', 'oracle'],
    ['models.0.family', 'resnet'],
    ['models.0.input.layout', 'hwc'],
    ['models.0.input.width', 100_000],
    ['models.0.input.mean', [0, 0]],
    ['models.0.scoreThreshold', 1.5],
    ['models.1.calibration.temperature', 0],
    ['models.1.calibration.fitted.date', '16 November'],
    ['models.1.cropMargin', -0.1],
    ['models.1.labels.format', 'csv'],
    ['models.2.input.sampleRate', 100],
    ['models.2.input.frontEnd.kind', 'mel'],
    ['models.2.output.kind', 'softmax'],
    ['models.3.input.time', 'day365'],
  ])('is refused for a wrong %s, and the value is named', (path, value) => {
    expect(refusal(withValue(path, value))).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}`));
  });

  test.each(['image.onnx', 'golden/image.json', 'labels/image.txt'])('must pin %s, which a model names', (path) => {
    const files = manifestInput().files.filter((file) => file.path !== path);
    expect(refusal(manifestInput({ files }))).toMatch('every file that a model names is listed under files');
  });

  test('may pin files that no model names', () => {
    const files = [...manifestInput().files, describeFile('LICENSE.txt', 'text')];
    expect(refusal(manifestInput({ files }))).toBeNull();
  });

  test('must pin every chunk of a file of several', () => {
    const { chunks, ...unpinned } = describeFile('LICENSE.txt', 'text'.repeat(200_000));
    expect(chunks).toHaveLength(2);
    const { files } = manifestInput();
    expect(refusal(manifestInput({ files: [...files, { ...unpinned, chunks: chunks! }] }))).toBeNull();
    expect(refusal(manifestInput({ files: [...files, unpinned] }))).toMatch(
      'one sha256 for every 512 KiB under chunks',
    );
  });

  test('has at most one model for a role', () => {
    const { models } = manifestInput();
    expect(refusal(manifestInput({ models: [...models, models[0]!] }))).toMatch('at most one model a role');
  });
});

describe('a golden vector', () => {
  const golden: Golden = {
    input: { kind: 'rows', rows: [[51, 0, 1]] },
    also: [{ name: 'size', values: [96, 160] }],
    expect: { indices: [0, 7], values: [0.25, 0.5] },
    tolerance: 0.002,
  };

  test('is read', () => {
    expect(v.parse(GoldenSchema, golden)).toEqual(golden);
  });

  test.each([
    ['fewer values than indices', { ...golden, expect: { indices: [0, 7], values: [0.25] } }],
    ['nothing to compare', { ...golden, expect: { indices: [], values: [] } }],
    ['no tolerance', { ...golden, tolerance: 0 }],
    ['a hold of nothing', { ...golden, input: { kind: 'lcg', seed: 1, hold: 0, low: 0, high: 1, shape: [4] } }],
    ['an unknown input', { ...golden, input: { kind: 'noise' } }],
  ])('with %s is refused', (_, wrong) => {
    expect(v.is(GoldenSchema, wrong)).toBe(false);
  });
});

test('a sound model says what it takes and what its numbers mean', () => {
  expectTypeOf<SoundInput['frontEnd']['kind']>().toEqualTypeOf<'waveform' | 'stft-magnitude'>();
  expectTypeOf<SoundModel['output']['kind']>().toEqualTypeOf<'sigmoid' | 'logits' | 'probabilities'>();
});

test('the roles of a manifest are literal', () => {
  expectTypeOf<Role>().toEqualTypeOf<'detector' | 'image' | 'sound' | 'geo'>();
  expectTypeOf<Manifest['format']>().toEqualTypeOf<1>();
});
