/**
 * Which of two versions is newer: below zero where `a` is older. Parts between dots and dashes are compared one by one,
 * as numbers where both are, so that 2026.2 comes before 2026.11 and 1.0 before 1.0.1.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split(/[.-]/), b.split(/[.-]/)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = compareParts(left[i] ?? '', right[i] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareParts(a: string, b: string): number {
  const numbers = [a, b].every((part) => /^\d+$/.test(part));
  if (numbers) return Math.sign(Number(a) - Number(b));
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
