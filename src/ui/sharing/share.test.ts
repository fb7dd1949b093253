import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { share } from './share';

const downloads = vi.hoisted(() => vi.fn());
vi.mock('../download', () => ({ download: downloads }));
const files = [new File(['card'], 'wren.jpg', { type: 'image/jpeg' })];

beforeEach(() => downloads.mockClear());
afterEach(() => {
  vi.unstubAllGlobals();
});

type Sharing = Partial<Pick<Navigator, 'share' | 'canShare'>>;

function browser(parts: Sharing): void {
  vi.stubGlobal('navigator', parts);
}

test('what can be shared is handed over, and nothing is downloaded', async () => {
  const handed = vi.fn(() => Promise.resolve());
  browser({ canShare: () => true, share: handed });
  expect(await share(files, 'Wren')).toBe('shared');
  expect(handed).toHaveBeenCalledWith({ files, title: 'Wren' });
  expect(downloads).not.toHaveBeenCalled();
});

test('who changes their mind gets no download', async () => {
  browser({ canShare: () => true, share: () => Promise.reject(new DOMException('no', 'AbortError')) });
  expect(await share(files, 'Wren')).toBe('cancelled');
  expect(downloads).not.toHaveBeenCalled();
});

test.each<[string, Sharing, string]>([
  ['a browser that shares nothing', {}, 'downloaded'],
  ['a browser that shares no files', { canShare: () => false }, 'downloaded'],
  [
    'a share that is refused',
    { canShare: () => true, share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
    'failed',
  ],
])('%s gives a download', async (_, parts, result) => {
  browser(parts);
  expect(await share(files, 'Wren')).toBe(result);
  expect(downloads).toHaveBeenCalledWith(files[0], 'wren.jpg');
});
