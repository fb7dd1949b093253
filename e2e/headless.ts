import type { Page } from '@playwright/test';
import type { AgentEvent } from '../src/agent/events.ts';
import type { Box } from '../src/domain/box.ts';
import type { Observation } from '../src/domain/observation.ts';
import type { OpenedPhoto } from '../src/goldcrest.ts';
// Declares `goldcrest`, the app inside the page without a screen.
import type {} from '../src/headless.ts';
import type { PackProblem } from '../src/packs/errors.ts';

/** Opens the page without a screen and a pack in it; gives why the pack cannot be used, if it cannot. */
export async function openPack(page: Page, pack = 'starter'): Promise<PackProblem | null> {
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

export interface RunRequest {
  focus?: Box;
  place?: Observation['place'];
  /** Ends the vision worker this many milliseconds after a call of the tool has begun; needs `keepWorkers`. */
  kill?: { tool: string; after: number };
}

/** Runs the agent on an opened photo and gives all it told. */
export function run(page: Page, opened: OpenedPhoto, request: RunRequest = {}): Promise<AgentEvent[]> {
  return page.evaluate(
    async ({ photo, focus, place, kill }) => {
      const observation = { id: 'test', photos: [{ ...photo, focus }], place, day: null };
      const events: AgentEvent[] = [];
      for await (const event of goldcrest.app.identify(observation as never)) {
        events.push(event);
        if (!kill || event.type !== 'calling' || event.tool !== kill.tool) continue;
        const { workers } = globalThis as unknown as { workers: Worker[] };
        setTimeout(() => workers.at(-1)!.terminate(), kill.after);
      }
      return events;
    },
    { photo: opened.photo, focus: request.focus ?? null, place: request.place ?? null, kill: request.kill ?? null },
  );
}

/** Keeps a handle on every worker that the page starts, in `workers`. Before the page is opened. */
export function keepWorkers(page: Page): Promise<void> {
  return page.addInitScript(() => {
    const workers: Worker[] = [];
    Object.assign(globalThis, { workers });
    globalThis.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        workers.push(this);
      }
    };
  });
}
