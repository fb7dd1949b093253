import type { Goldcrest } from '../../app/goldcrest';

/** Pictures of photos that are no longer open, straight from their files. Null where the browser cannot read one. */
export function pictureOfFile(original: (ref: string) => File | null): Goldcrest['picture'] {
  return async (ref, _region, side) => {
    const file = original(ref);
    if (!file) return null;
    try {
      const whole = await createImageBitmap(file);
      const shrink = Math.min(1, side / Math.max(whole.width, whole.height));
      if (shrink === 1) return whole;
      const size = (length: number): number => Math.max(1, Math.round(length * shrink));
      const small = await createImageBitmap(whole, {
        resizeWidth: size(whole.width),
        resizeHeight: size(whole.height),
        resizeQuality: 'high',
      });
      whole.close();
      return small;
    } catch {
      return null;
    }
  };
}
