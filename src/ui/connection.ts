/** What the browser tells about the network it is on. Most tell nothing, and then nobody can wait for Wi-Fi. */
interface Connection extends EventTarget {
  type?: string;
  /** Mbit/s, rounded and capped by the browser. */
  downlink?: number;
}

const connection = (navigator as { connection?: Connection }).connection;

const FREE = new Set(['wifi', 'ethernet']);

/** Null where the browser does not say. */
export function onWifi(): boolean | null {
  const type = connection?.type;
  return type === undefined || type === 'unknown' ? null : FREE.has(type);
}

/** A usual line, for browsers that do not say how fast theirs is. */
const USUAL_MBIT = 20;

/** Seconds that so many bytes will take, and at which speed that is reckoned. A guess until the bytes come. */
export function timeToFetch(bytes: number): { seconds: number; mbit: number; told: boolean } {
  const told = connection?.downlink !== undefined && connection.downlink > 0;
  const mbit = told ? connection.downlink! : USUAL_MBIT;
  return { seconds: Math.max(1, Math.ceil((bytes * 8) / (mbit * 1e6))), mbit, told };
}

/** Calls back whenever the network changes, until the signal is aborted. */
export function onConnectionChange(callback: () => void, signal: AbortSignal): void {
  connection?.addEventListener('change', callback, { signal });
}
