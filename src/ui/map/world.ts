import type { GeometryCollection, Topology } from 'topojson-specification';
import table from 'world-atlas/countries-110m.json';
import fineTable from 'world-atlas/countries-50m.json?url';

export type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

/** Land and countries, coarse enough to travel with the app. From Natural Earth, public domain. */
export const world = table as unknown as World;

/** The same, fine enough for a county: fetched when a map is first zoomed in, and kept offline from then on. */
export async function fineWorld(): Promise<World | null> {
  try {
    const response = await fetch(fineTable);
    return response.ok ? ((await response.json()) as World) : null;
  } catch {
    return null;
  }
}
