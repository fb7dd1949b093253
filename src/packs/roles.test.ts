import { describe, expect, test } from 'vitest';
import { openedPack } from '../testing/pack';
import { findModel, modelHash, modelsInUse } from './roles';

describe('packs in order', () => {
  const packs = [openedPack('sound', 'sound'), openedPack('starter', 'detector', 'image', 'sound', 'geo')];

  test('give each role to the first that has it', () => {
    expect(findModel(packs, 'sound')?.pack.manifest.name).toBe('sound');
    expect(findModel(packs, 'image')?.pack.manifest.name).toBe('starter');
    expect(findModel([packs[0]!], 'geo')).toBeUndefined();
  });

  test('list every model in use once', () => {
    const used = modelsInUse(packs).map(({ pack: from, model }) => `${from.manifest.name} ${model.role}`);
    expect(used.sort()).toEqual(['sound sound', 'starter detector', 'starter geo', 'starter image']);
  });

  test('know the hash that a pack pins for its model', () => {
    const file = packs[1]!.manifest.files.find(({ path }) => path === 'geo.onnx')!;
    expect(modelHash(findModel(packs, 'geo')!)).toBe(file.sha256);
  });
});
