/** What the browser reports about its network. Most report nothing, and then the app cannot wait for Wi-Fi. */
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

/** A typical speed, for browsers that do not report one. */
const USUAL_MBIT = 20;

/** Seconds that a download will take, and the assumed speed. An estimate until the bytes arrive. */
export function timeToFetch(bytes: number): { seconds: number; mbit: number; told: boolean } {
  const told = connection?.downlink !== undefined && connection.downlink > 0;
  const mbit = told ? connection.downlink! : USUAL_MBIT;
  return { seconds: Math.max(1, Math.ceil((bytes * 8) / (mbit * 1e6))), mbit, told };
}

/** Calls back whenever the network changes, until the signal is aborted. */
export function onConnectionChange(callback: () => void, signal: AbortSignal): void {
  connection?.addEventListener('change', callback, { signal });
}
