import type { InstallProgress } from './manager';

/** Chosen: often enough for a progress bar. Every message between threads takes time from the download. */
const PAUSE_MS = 50;

/** Reports progress at most once per interval, but always the end of a file and a server's request to wait. */
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
