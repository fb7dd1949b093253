import type { Page } from '@playwright/test';
import type { AgentEvent } from '../src/domain/events.ts';
// Declares `goldcrest`, the app inside the page without a screen.
import type {} from '../src/headless/main.ts';
import type { Box } from '../src/domain/box.ts';
import type { Observation } from '../src/domain/observation.ts';
import type { OpenedPhoto } from '../src/app/goldcrest.ts';
import type { PackProblem } from '../src/packs/errors.ts';

/** Opens the page without a screen and packs in it, those that come with the app or others by name; gives why they cannot be used, if they cannot. */
export async function openPack(page: Page, pack?: string): Promise<PackProblem | null> {
  await page.goto('/headless.html');
  return page.evaluate((name) => goldcrest.open(name), pack);
}

export interface TestFile {
  name: string;
  buffer: Buffer;
  mimeType?: string;
}

export type Opened = { ok: true; value: OpenedPhoto } | { ok: false; problem: { code: string; message: string } };

export async function openPhoto(page: Page, { name, buffer, mimeType = '' }: TestFile): Promise<Opened> {
  await page.locator('#files').setInputFiles({ name, buffer, mimeType });
  return page.evaluate((called) => {
    const [file] = document.querySelector<HTMLInputElement>('#files')!.files!;
    return goldcrest.app.openPhoto(file!, called);
  }, name);
}

/** The colour in the middle of each quarter of a photo, as the app keeps it: top left, top right, bottom left, bottom right. */
export function quarters(page: Page, ref: string): Promise<number[][]> {
  return page.evaluate(async (image) => {
    const bitmap = (await goldcrest.app.picture(image as never, null, 64))!;
    const context = new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true })!;
    context.drawImage(bitmap, 0, 0, 64, 64);
    return [16, 48].flatMap((y) => [16, 48].map((x) => [...context.getImageData(x, y, 1, 1).data]));
  }, ref);
}

/** Milliseconds from cancelling a run of the page's first file, in its first model call, to its verdict. */
export function cancelAfter(page: Page, milliseconds: number): Promise<number> {
  return page.evaluate(async (wait) => {
    const [file] = document.querySelector<HTMLInputElement>('#files')!.files!;
    const opened = await goldcrest.app.openPhoto(file!, 'photo');
    if (!opened.ok) throw new Error(opened.problem.message);
    const stop = new AbortController();
    let cancelled = 0;
    setTimeout(() => {
      cancelled = performance.now();
      stop.abort();
    }, wait);
    const observation = { id: 'test', photos: [opened.value.photo], sounds: [], place: null, day: null };
    for await (const event of goldcrest.app.identify(observation, { signal: stop.signal })) {
      if (event.type === 'verdict' && event.ending !== 'cancelled')
        throw new Error('the run ended before its cancelling');
    }
    return performance.now() - cancelled;
  }, milliseconds);
}

export interface RunRequest {
  focus?: Box;
  place?: Observation['place'];
}

/** Runs the agent on an opened photo and gives all it told. */
export function run(page: Page, opened: OpenedPhoto, request: RunRequest = {}): Promise<AgentEvent[]> {
  return page.evaluate(
    async ({ photo, focus, place }) => {
      const observation = { id: 'test', photos: [{ ...photo, focus }], sounds: [], place, day: null };
      const events: AgentEvent[] = [];
      for await (const event of goldcrest.app.identify(observation)) events.push(event);
      return events;
    },
    { photo: opened.photo, focus: request.focus ?? null, place: request.place ?? null },
  );
}

/**
 * Ends the vision worker while it is busy with a step (`load`, `measure`, `classify`, …), as often as `times` says.
 * Before the page is opened.
 */
export async function killDuring(page: Page, step: string, times: number): Promise<void> {
  await page.addInitScript(
    (wanted) => {
      const killed = { left: wanted.times };
      const Original = Worker;
      const started: Worker[] = [];
      Object.assign(globalThis, { workersStarted: started });
      globalThis.Worker = class extends Original {
        #isDying = false;
        constructor(...args: ConstructorParameters<typeof Worker>) {
          super(...args);
          started.push(this);
          // The first to listen: on a busy machine a model may end before the timer below does, and its answer must not get through.
          this.addEventListener('message', (event) => {
            if (this.#isDying) event.stopImmediatePropagation();
          });
        }
        override postMessage(message: { path?: string[] }, ...rest: never[]): void {
          super.postMessage(message, ...rest);
          if (!message.path?.includes(wanted.step) || killed.left === 0) return;
          killed.left -= 1;
          this.#isDying = true;
          // Long enough for the worker to have begun.
          setTimeout(() => {
            this.terminate();
          }, 5);
        }
      };
    },
    { step, times },
  );
}

/** How many vision workers the page has started; only with `killDuring`. */
export function workersStarted(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { workersStarted: Worker[] }).workersStarted.length);
}

/** Ends the worker that is there now. */
export function killWorker(page: Page): Promise<void> {
  return page.evaluate(() => {
    (globalThis as unknown as { workersStarted: Worker[] }).workersStarted.at(-1)!.terminate();
  });
}
