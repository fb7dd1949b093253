/** What a step gives: a value, or a problem with a code and words for people. Expected errors are values, not exceptions. */
export type Result<T, Problem> = { ok: true; value: T } | { ok: false; problem: Problem };
