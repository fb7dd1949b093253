/** Which letters a name has, one bit a letter: most names that are no slip of another are ruled out by that alone. */
export function lettersOf(name: string): number {
  let bits = 0;
  for (let index = 0; index < name.length; index++) bits |= 1 << (name.charCodeAt(index) - 97);
  return bits;
}

/** How many letters of one name the other has not: each slip takes at most one away and brings one. */
export function lettersMissing(own: number, other: number): number {
  let count = 0;
  for (let rest = own & ~other; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** How many slips a name of this length may have and still be meant. */
export function slipsAllowed(length: number): number {
  return length < 4 ? 0 : length < 7 ? 1 : 2;
}

/**
 * How many letters have to be put in, left out, changed or swapped with a neighbour to make one word of the other; one more
 * than `most` where it takes more than that.
 */
export function slips(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) value = Math.min(value, before[j - 2]! + 1);
      row.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length]!;
}
