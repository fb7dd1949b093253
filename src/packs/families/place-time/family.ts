import type { PlaceFamily } from '../family';
import type { PlaceTimeModel } from './schema';

export const placeTime: PlaceFamily<PlaceTimeModel> = {
  encode: (rows) => ({ data: Float32Array.from(rows.flat()), shape: [rows.length, 3] }),
  timesOfYear: ({ input }) => (input.time === 'week48' ? 48 : 12),
};
