import type { MapView } from './view.svelte';

/** Observations so close to each other on the map that they are drawn as one. */
export interface Spot {
  /** Map units. */
  x: number;
  y: number;
  count: number;
  /** Pixels. */
  radius: number;
  chosen: boolean;
}

/** Something at a point of the map. */
export interface Point<Item> {
  x: number;
  y: number;
  item: Item;
}

/** A spot with what is at it. */
export interface Cluster<Item> extends Spot {
  items: readonly Item[];
}

/** Pixels between two circles that each can be tapped by itself. */
const APART = 44;
const SMALLEST = 8;
const LARGEST = 20;

/** What is in sight, the points of a cell together. The cells lie still while the map moves under the view. */
export function clusters<Item>(
  points: readonly Point<Item>[],
  { scale, centreX, centreY, width, height }: Pick<MapView, 'scale' | 'centreX' | 'centreY' | 'width' | 'height'>,
): Cluster<Item>[] {
  const side = APART * scale;
  const halfX = (width * scale) / 2 + side;
  const halfY = (height * scale) / 2 + side;
  const cells = new Map<number, { x: number; y: number; items: Item[] }>();
  for (const { x, y, item } of points) {
    if (Math.abs(x - centreX) > halfX || Math.abs(y - centreY) > halfY) continue;
    // Fewer than 2^26 cells lie beside each other at the deepest zoom.
    const key = Math.floor(x / side) * 2 ** 26 + Math.floor(y / side);
    const cell = cells.get(key);
    if (!cell) cells.set(key, { x, y, items: [item] });
    else {
      cell.items.push(item);
      cell.x += (x - cell.x) / cell.items.length;
      cell.y += (y - cell.y) / cell.items.length;
    }
  }
  // Across the edge of a cell two may overlap: the smaller joins the larger.
  const groups: { x: number; y: number; items: Item[] }[] = [];
  for (const cell of [...cells.values()].sort((one, other) => other.items.length - one.items.length)) {
    const near = groups.find(({ x, y }) => Math.hypot(x - cell.x, y - cell.y) < side * 0.8);
    if (near) near.items.push(...cell.items);
    else groups.push(cell);
  }
  return groups.map(({ x, y, items }) => ({
    x,
    y,
    items,
    count: items.length,
    radius: items.length === 1 ? SMALLEST : Math.min(LARGEST, 11 + 2 * Math.log2(items.length)),
    chosen: false,
  }));
}

/** The nearest that a tap at a point, in map units, can mean. */
export function tapped<One extends Spot>(
  spots: readonly One[],
  [x, y]: readonly [number, number],
  scale: number,
): One | null {
  const distance = (spot: One): number => Math.hypot(spot.x - x, spot.y - y) / scale;
  const nearest = spots.reduce<One | null>((best, one) => (!best || distance(one) < distance(best) ? one : best), null);
  return nearest && distance(nearest) <= Math.max(nearest.radius, APART / 2) ? nearest : null;
}
