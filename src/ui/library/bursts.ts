import { apartInPlace, type PhotoFacts } from '../one-or-many';

/** The pause that ends a burst. Chosen by hand: a longer one puts two birds into one verdict, a shorter one splits a visit. */
const PAUSE_SECONDS = 30;

/** A photo with when and where it was taken. */
export interface Taken extends Pick<PhotoFacts, 'day' | 'time' | 'place'> {
  file: File;
}

/** Photos by time and place: a burst is one observation. A photo that does not say when it was taken is one by itself. */
export function bursts(photos: readonly Taken[]): Taken[][] {
  const order = [...photos].sort(
    (a, b) => compare(a.day ?? '', b.day ?? '') || (a.time ?? 0) - (b.time ?? 0) || compare(a.file.name, b.file.name),
  );
  const groups: Taken[][] = [];
  for (const photo of order) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && follows(photo, last)) group.push(photo);
    else groups.push([photo]);
  }
  return groups;
}

function follows(photo: Taken, last: Taken): boolean {
  if (photo.day === null || photo.day !== last.day || photo.time === null || last.time === null) return false;
  return photo.time - last.time <= PAUSE_SECONDS && !apartInPlace(photo, last);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
