import { download } from '../download';

export type Shared = 'shared' | 'cancelled' | 'downloaded' | 'failed';

/** Whether the device can hand these files to another app. */
export function canShare(files: readonly File[]): boolean {
  return 'canShare' in navigator && navigator.canShare({ files: [...files] });
}

/** Hands files to another app; where that cannot be done, they become downloads. */
export async function share(files: readonly File[], title: string): Promise<Shared> {
  if (!canShare(files)) {
    for (const file of files) download(file, file.name);
    return 'downloaded';
  }
  try {
    await navigator.share({ files: [...files], title });
    return 'shared';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    for (const file of files) download(file, file.name);
    return 'failed';
  }
}

/** A photo as its pixels alone: without the place, the time and the camera that a file may carry. */
export async function withoutCameraData(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
  return new File([pixels], file.name.replace(/\.\w+$/, '') + '.jpg', { type: pixels.type });
}
