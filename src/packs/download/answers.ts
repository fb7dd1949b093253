/** What the headers and first bytes of responses tell. */

/** Enough of a body to tell a web page from a model. */
const SNIFFED_BYTES = 256;

/** A captive portal may declare any type for its page, but the first bytes are still those of a page. */
export function looksLikeWebPage(bytes: Uint8Array): boolean {
  const start = new TextDecoder()
    .decode(bytes.subarray(0, SNIFFED_BYTES))
    .replace(/^\uFEFF/, '')
    .trimStart();
  return /^(<!doctype\s+html|<html|<head|<\?xml[^>]*>\s*<!doctype\s+html|<!--[^]*?<html)/i.test(start);
}

/** Seconds or a date, as the standard allows; null where there is none or it makes no sense. */
export function retryAfterMs(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === '') return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** `bytes 100-199/1000`; null where the header is missing or cannot be read. */
export function startOfRange(header: string | null): { from: number; total: number | null } | null {
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(header ?? '') ?? [];
  if (from === undefined) return null;
  return { from: Number(from), total: total === undefined || total === '*' ? null : Number(total) };
}
