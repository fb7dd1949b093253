const KEY = 'goldcrest.kept';

/**
 * How many observations the notebook had. In localStorage, apart from the notebook itself: a browser that clears a store to
 * make room leaves this, and so the app can say what happened.
 */
export function noteKeptCount(count: number): void {
  try {
    if (count > 0) localStorage.setItem(KEY, String(count));
    else localStorage.removeItem(KEY);
  } catch {
    // Without it an eviction goes unnoticed; nothing else depends on it.
  }
}

/** 0 where there were none, or nobody knows. */
export function keptCount(): number {
  try {
    const count = Number(localStorage.getItem(KEY));
    return Number.isInteger(count) && count > 0 ? count : 0;
  } catch {
    return 0;
  }
}
