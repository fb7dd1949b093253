/** A frame at 60 a second leaves about this much for work, in milliseconds, after what the browser does itself. */
const SLICE = 8;

/**
 * Work of tens of milliseconds on the main thread, in slices that let clicks and drawing through. The work says by `yield`
 * where it can be interrupted.
 */
export async function inSlices<T>(work: Iterator<void, T>): Promise<T> {
  let start = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - start < SLICE) continue;
    await nextTask();
    start = performance.now();
  }
}

/** The same work in one go, for tests and scripts. */
export function atOnce<T>(work: Iterator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Lets the browser do its waiting work, then continues. */
export function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}
