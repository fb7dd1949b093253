import * as v from 'valibot';

/** Where a species lives, whatever the month: the network knows places only. */
export const sinrEntries = {
  input: v.object({ name: v.string() }),
  output: v.object({ name: v.string(), kind: v.literal('probabilities') }),
};
