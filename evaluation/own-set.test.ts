import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { labelledSet } from '../src/domain/notebook/own-measure';
import { pageOf } from '../src/domain/notebook/page';
import { hashOf, keptRecord } from '../src/testing/kept-records';
import { taxonomy } from '../src/testing/ledger';
import { labelledZip } from '../src/ui/birds/labelled-zip';
import { readSet } from './sets';

const goldcrest = taxonomy.find('Regulus regulus')!.id;
const medium = (digit: string) =>
  keptRecord(goldcrest).observation.media.map((one) => ({ ...one, sha256: hashOf(digit) }));

test('what a person confirmed is a set that the bench reads, with the files as they were; one that is gone takes its row along', async () => {
  const pages = ['a', 'b'].map((digit) =>
    pageOf(keptRecord(goldcrest, ['machine', 'confirmed'], { media: medium(digit) })),
  );
  const files = new Map([[hashOf('a'), new Blob(['photo'])]]);
  const zip = await labelledZip(
    labelledSet(pages, taxonomy),
    (sha256) => Promise.resolve(files.get(sha256) ?? null),
    () => undefined,
  );
  const unpacked = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const read = readSet([{ name: 'labels.json', text: strFromU8(unpacked['labels.json']!) }], taxonomy);
  if (!read.ok) throw new Error(read.problem.message);
  expect(read.value.items).toMatchObject([{ modality: 'image', truth: goldcrest, image: `photos/${hashOf('a')}.jpg` }]);
  expect(strFromU8(unpacked[`photos/${hashOf('a')}.jpg`]!)).toBe('photo');
});
