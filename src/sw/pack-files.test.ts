import { describe, expect, test } from 'vitest';
import { packFileKey } from '../packs/kept';
import { isIntact, outdatedKeys, parsePackList, splitPackPath, type PackFile } from './pack-files';

/** sha256 of "goldcrest", from `printf goldcrest | sha256sum`. */
const BODY = new TextEncoder().encode('goldcrest').buffer;
const FILE: PackFile = {
  path: 'image.onnx',
  bytes: 9,
  sha256: '97321146df50d1d8f35534b50965b14e0ed3529446c84ef9c6081bde597b5b45',
};

test.each([
  ['/packs/starter/image.onnx', { folder: '/packs/starter/', file: 'image.onnx' }],
  ['/packs/starter/labels/image.txt', { folder: '/packs/starter/', file: 'labels/image.txt' }],
  ['/packs/starter/', null],
  ['/packs/image.onnx', null],
  ['/assets/packs/starter/image.onnx', null],
])('path %s', (path, parts) => {
  expect(splitPackPath(path, '/')).toEqual(parts);
});

test('a pack lies below the app, wherever that is', () => {
  const parts = { folder: '/packs/bird/packs/starter/', file: 'image.onnx' };
  expect(splitPackPath('/packs/bird/packs/starter/image.onnx', '/packs/bird/')).toEqual(parts);
  expect(splitPackPath('/packs/bird/assets/index.js', '/packs/bird/')).toBeNull();
  expect(splitPackPath('/packs/starter/image.onnx', '/a/b/')).toBeNull();
});

describe('a file is intact', () => {
  test('with the right bytes', async () => {
    expect(await isIntact(BODY, FILE)).toBe(true);
  });

  test('not if it is cut short', async () => {
    expect(await isIntact(BODY.slice(0, 8), FILE)).toBe(false);
  });

  test('not if it has the right length and other bytes, such as zeros', async () => {
    expect(await isIntact(new ArrayBuffer(9), FILE)).toBe(false);
  });
});

test('a manifest that is a web page is no list', () => {
  expect(parsePackList('<!doctype html>')).toBeNull();
  expect(parsePackList('{"files":[{"path":"a"}]}')).toBeNull();
});

test('an update of a pack outdates the copies it replaces, and nothing else', () => {
  const list = { files: [FILE], models: [] };
  const current = packFileKey('/packs/starter/', FILE);
  const keys = [
    current,
    '/packs/starter/image.onnx?sha256=old',
    '/packs/starter/manifest.json',
    '/packs/field/image.onnx?sha256=old',
    '/assets/ort-x.wasm',
  ];
  expect(outdatedKeys(keys, '/packs/starter/', list)).toEqual(['/packs/starter/image.onnx?sha256=old']);
});

test('what has come of a large file stays until the file is whole', () => {
  const list = { files: [FILE], models: [] };
  const whole = packFileKey('/packs/starter/', FILE);
  const part = `${whole}&from=4194304`;
  expect(outdatedKeys([part], '/packs/starter/', list)).toEqual([]);
  expect(outdatedKeys([whole, part], '/packs/starter/', list)).toEqual([part]);
  expect(outdatedKeys(['/packs/starter/a?sha256=old&from=0'], '/packs/starter/', list)).toHaveLength(1);
});
