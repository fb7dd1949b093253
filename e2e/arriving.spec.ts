import type { Page } from '@playwright/test';
import { png } from '../src/testing/pictures.ts';
import { expect, test } from './fixtures.ts';

/** The ways a photo comes in besides the file picker. A landscape will do: what counts is that a run begins and ends. */
const HILLS = png(320, 240, (x, y) =>
  y < 120 + 20 * Math.sin(x / 40) ? [150, 190, 230] : [60, 110 + (y % 16), 50],
).toString('base64');

type Way = 'paste' | 'drop';

/** Hands the page a file as the browser does: in the clipboard of a paste, or carried by a drag and let go. */
function bring(page: Page, way: Way): Promise<void> {
  return page.evaluate(
    ({ content, how }) => {
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'hills.png', { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      if (how === 'paste') {
        document.body.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
        return;
      }
      const target = document.querySelector('main') ?? document.body;
      for (const step of ['dragenter', 'dragover', 'drop']) {
        const event = new DragEvent(step, { ...options, dataTransfer: data });
        target.dispatchEvent(event);
        // A page that does not say that it takes a drag over it never gets its drop.
        if (step === 'dragover' && !event.defaultPrevented) throw new Error('the page does not take the drag');
      }
    },
    { content: HILLS, how: way },
  );
}

const answered = (page: Page) => expect(page.getByTestId('announcer')).toContainText('Verdict', { timeout: 60_000 });

for (const way of ['paste', 'drop'] as const) {
  test(`a photo can come by ${way}, on the first screen and beside an earlier answer`, async ({ page }) => {
    await page.goto('/');
    await expect(page.getByTestId('choose-photo')).toBeAttached();
    await bring(page, way);
    await answered(page);
    const first = page.url();
    await bring(page, way);
    await expect.poll(() => page.url()).not.toBe(first);
    await answered(page);
  });
}
