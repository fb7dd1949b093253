/** Zeros, one constant or NaN: what a broken driver gives. Never an answer. */
export function isUnusable(output: Float32Array): boolean {
  let varied = false;
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- eight times slower on a detector's 300,000 numbers
  for (let i = 0; i < output.length; i++) {
    const value = output[i]!;
    if (!Number.isFinite(value)) return true;
    if (value !== output[0]) varied = true;
  }
  return !varied && output.length !== 1;
}
