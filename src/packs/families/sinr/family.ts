import type { PlaceFamily } from '../family';
import { encodePlaces, PLACE_FEATURES } from './encode';
import type { SinrModel } from './schema';

export const sinr: PlaceFamily<SinrModel> = {
  encode: (rows) => ({ data: encodePlaces(rows), shape: [rows.length, PLACE_FEATURES] }),
  // The model does not know months: one answer holds for all of them.
  timesOfYear: () => 1,
};
