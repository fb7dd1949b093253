import { describe, expect, it } from 'vitest';
import { MAX_DATA_BYTES, readDataUri } from './data-uri';
import { isRefusal } from './problems';

describe('a data URI', () => {
  it('becomes the file it holds', async () => {
    const file = readDataUri(`data:image/png;base64,${btoa('bird')}`, 'file-1');
    if (isRefusal(file)) throw new Error(file.message);
    expect([file.name, file.type, await file.text()]).toEqual(['file-1', 'image/png', 'bird']);
  });

  it('may be as large as the limit, and no larger', () => {
    const of = (bytes: number) => readDataUri(`data:audio/wav;base64,${'A'.repeat(Math.ceil(bytes / 3) * 4)}`, 'a');
    expect(of(MAX_DATA_BYTES)).toBeInstanceOf(File);
    expect(of(MAX_DATA_BYTES + 1000)).toMatchObject({
      code: 'data_uri_too_large',
      hint: expect.stringContaining('path') as string,
    });
  });

  it.each(['data:image/png,bird', 'data:image/png;base64', 'data:image/png;base64,***'])('%s is refused', (uri) => {
    expect(readDataUri(uri, 'a')).toMatchObject({ code: 'data_uri_invalid' });
  });
});
