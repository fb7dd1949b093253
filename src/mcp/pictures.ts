/** Longest side of a picture that a caller is shown: enough to see a bird, and no burden on a model's context. */
export const PICTURE_SIDE = 768;

export interface PictureContent {
  type: 'image';
  data: string;
  mimeType: string;
}

/** A picture as MCP hands it over. JPEG for photos, PNG for drawings. */
export async function pictureContent(
  bitmap: ImageBitmap | null,
  mimeType: 'image/jpeg' | 'image/png' = 'image/jpeg',
): Promise<PictureContent | null> {
  if (!bitmap) return null;
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: mimeType, quality: 0.85 });
  return { type: 'image', data: base64(new Uint8Array(await blob.arrayBuffer())), mimeType: blob.type };
}

/** In pieces: a call takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
