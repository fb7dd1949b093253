import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allowedFile } from './mcp-paths.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-paths-')));
const [photos, secret] = [join(root, 'photos'), join(root, 'photos-secret')];
for (const folder of [photos, secret]) mkdirSync(folder);
writeFileSync(join(photos, 'wren.jpg'), '');
writeFileSync(join(secret, 'key'), '');
symlinkSync(join(secret, 'key'), join(photos, 'link.jpg'));
symlinkSync(secret, join(photos, 'way-out'));

describe('what an MCP client may read', () => {
  it.each([join(photos, 'wren.jpg'), 'wren.jpg', pathToFileURL(join(photos, 'wren.jpg')).href])('%s', (path) => {
    expect(allowedFile(path, [photos])).toBe(join(photos, 'wren.jpg'));
  });

  it.each([
    join(secret, 'key'),
    join(secret, 'no such file'),
    join(photos, '../photos-secret/key'),
    '../photos-secret/key',
    join(photos, 'link.jpg'),
    join(photos, 'way-out/key'),
    join(photos, 'way-out/no such file'),
    '/etc/passwd',
  ])('is not %s, and the answer says what to do', (path) => {
    expect(allowedFile(path, [photos])).toMatchObject({
      code: 'path_not_allowed',
      hint: expect.stringContaining('--allow') as string,
    });
  });

  it('is nothing without an allowed folder', () => {
    expect(allowedFile(join(photos, 'wren.jpg'), [])).toMatchObject({ code: 'path_not_allowed' });
  });

  it('has to be there and be a file', () => {
    expect(allowedFile('robin.jpg', [photos])).toMatchObject({ code: 'path_not_found' });
    expect(allowedFile(photos, [photos])).toMatchObject({ code: 'not_a_file' });
  });
});
