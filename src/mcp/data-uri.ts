import { refused, type Refusal } from './problems';

/** Bytes that a data URI may hold: a photo from any phone. Larger files are better given by their path. */
export const MAX_DATA_BYTES = 16 * 1024 * 1024;

const HINT = 'Write data:image/jpeg;base64,... , or give the path of a file below an allowed folder.';

export const isDataUri = (text: string): boolean => /^data:/i.test(text);

/** The file that a data URI holds. Decoded here, because the page's security policy allows no fetch of one. */
export function readDataUri(uri: string, name: string): File | Refusal {
  const comma = uri.indexOf(',');
  const [type = '', ...parameters] = uri.slice('data:'.length, Math.max(0, comma)).split(';');
  const coded = parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64');
  if (comma < 0 || !coded) {
    return refused('data_uri_invalid', 'A data URI has to hold its file as base64.', HINT);
  }
  // Four characters hold three bytes. Asked before anything is decoded.
  if (((uri.length - comma - 1) * 3) / 4 > MAX_DATA_BYTES + 2) {
    const most = MAX_DATA_BYTES / 1024 / 1024;
    const message = `A data URI may hold at most ${most} MB.`;
    return refused('data_uri_too_large', message, 'Give the path of the file, or a smaller copy of it.');
  }
  try {
    const text = atob(uri.slice(comma + 1));
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return new File([bytes], name, { type: type.trim().toLowerCase() });
  } catch {
    return refused('data_uri_invalid', 'The base64 of the data URI cannot be read.', HINT);
  }
}
