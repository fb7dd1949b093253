import process from 'node:process';
import fc from 'fast-check';

/**
 * The same cases in every run, so that a change is judged by what it changed. `GOLDCREST_SEED=random` looks elsewhere, and
 * `GOLDCREST_SEED=123` looks where such a run found something.
 */
const { GOLDCREST_SEED = '20260101' } = process.env;
if (GOLDCREST_SEED !== 'random') fc.configureGlobal({ seed: Number(GOLDCREST_SEED) });
