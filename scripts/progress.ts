/** How far a long run is, on standard error. */
import process from 'node:process';

export function duration(milliseconds: number) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

/** @returns call it after each item */
export function progress(done: number, total: number) {
  const started = performance.now();
  const before = done;
  return () => {
    done += 1;
    const each = (performance.now() - started) / (done - before);
    const line = `${done} of ${total} · ${(each / 1000).toFixed(1)} s an item · about ${duration(each * (total - done))} left`;
    process.stderr.write(process.stderr.isTTY ? `\r${line}    ` : `${line}\n`);
  };
}
