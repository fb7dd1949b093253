import type { GeometryCollection, Topology } from 'topojson-specification';
import table from 'world-atlas/countries-110m.json';

/** Land and countries, coarse enough to travel with the app. From Natural Earth, public domain. */
export const world = table as unknown as Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
