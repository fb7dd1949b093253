/** A square degree, by its southern and western edges. */
export interface TileCell {
  south: number;
  west: number;
}

/** Square degrees that are prepared together, by the south-western one. */
export interface Region extends TileCell {
  /** Degrees a side. */
  side: number;
}

/** What a birder's journey takes: 10 degrees are about 1,100 km from south to north. */
export const REGION_SIDE = 10;

/** The whole degrees a place lies in; 90 N and 180 E belong to the last cell. */
export function cellOf(latitude: number, longitude: number): TileCell {
  return {
    south: Math.min(89, Math.max(-90, Math.floor(latitude))),
    west: Math.min(179, Math.max(-180, Math.floor(longitude))),
  };
}

/** The region with a place in its middle; at a pole it ends there, at the date line it goes on. */
export function regionAround(latitude: number, longitude: number, side = REGION_SIDE): Region {
  const { south, west } = cellOf(latitude, longitude);
  const half = Math.floor(side / 2);
  return { south: Math.min(90 - side, Math.max(-90, south - half)), west: wrap(west - half), side };
}

/** From the middle outwards, so that a preparation that is cut short has what matters most. */
export function cellsOf({ south, west, side }: Region): TileCell[] {
  const middle = (side - 1) / 2;
  const cells = [];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      cells.push({ south: south + y, west: wrap(west + x), far: Math.hypot(x - middle, y - middle) });
    }
  }
  return cells.sort((a, b) => a.far - b.far).map((cell) => ({ south: cell.south, west: cell.west }));
}

function wrap(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
