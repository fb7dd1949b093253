/** What the browser tells about the network it is on. Most tell nothing, and then nobody can wait for Wi-Fi. */
interface Connection extends EventTarget {
  type?: string;
}

const connection = (navigator as { connection?: Connection }).connection;

const FREE = new Set(['wifi', 'ethernet']);

/** Null where the browser does not say. */
export function onWifi(): boolean | null {
  const type = connection?.type;
  return type === undefined || type === 'unknown' ? null : FREE.has(type);
}

/** Calls back whenever the network changes, until the signal is aborted. */
export function onConnectionChange(callback: () => void, signal: AbortSignal): void {
  connection?.addEventListener('change', callback, { signal });
}
