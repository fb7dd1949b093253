import type { InstallProgress } from './manager';

/** Chosen: often enough for an eye. Every message between threads takes time from the bytes that it is about. */
const PAUSE_MS = 50;

/** Passes on how far it is now and then, and never leaves out the end of a file's way or a server that asks to wait. */
export function throttled(
  tell: (progress: InstallProgress) => void,
  now: () => number = () => performance.now(),
): (progress: InstallProgress) => void {
  let [last, file] = [-Infinity, ''];
  return (progress) => {
    const plain = progress.file === file && progress.waitMs === null && progress.done < progress.total;
    if (plain && now() - last < PAUSE_MS) return;
    [last, file] = [now(), progress.file];
    tell(progress);
  };
}
