import { beforeAll, expect, test } from 'vitest';
import { newSigner, type Signer } from '../../testing/signer';
import { checkSignature } from './signature';

const MANIFEST = new TextEncoder().encode('{"format": 1}');

let maintainer: Signer;
let stranger: Signer;
beforeAll(async () => {
  maintainer = await newSigner('goldcrest-1');
  stranger = await newSigner('stranger');
});

test('a manifest signed with a pinned key is signed', async () => {
  expect(await checkSignature(MANIFEST, await maintainer.sign(MANIFEST), [maintainer.key])).toBe('signed');
});

test('one byte more, less or other makes the signature wrong', async () => {
  const signature = await maintainer.sign(MANIFEST);
  for (const other of ['{"format": 2}', '{"format": 1} ', '{"format": 1']) {
    const changed = new TextEncoder().encode(other);
    expect(await checkSignature(changed, signature, [maintainer.key]), other).toBe('wrong');
  }
});

test('a signature that claims a pinned key but was made with another is wrong', async () => {
  const forged = await stranger.sign(MANIFEST, 'goldcrest-1');
  expect(await checkSignature(MANIFEST, forged, [maintainer.key])).toBe('wrong');
});

test('a key that nobody here knows is as good as none', async () => {
  expect(await checkSignature(MANIFEST, await stranger.sign(MANIFEST), [maintainer.key])).toBe('unsigned');
  expect(await checkSignature(MANIFEST, null, [maintainer.key])).toBe('unsigned');
});

test.each(['', 'goldcrest-1', 'goldcrest-1 AAAA', '<!doctype html>', 'a '.repeat(1000)])(
  'a signature file that says "%s" is wrong, not missing',
  async (text) => {
    expect(await checkSignature(MANIFEST, text, [maintainer.key])).toBe('wrong');
  },
);
