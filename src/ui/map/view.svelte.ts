import { clamp } from '../../domain/numbers';
import { WORLD_SIDE } from './land';

/** Here a phone shows about 100 km: a county. */
const MAX_ZOOM = 400;

/** Which part of the map is shown. Width and height are those of the element in pixels. */
export class MapView {
  zoom = $state(1);
  centreX = $state(WORLD_SIDE / 2);
  /** A little north of the equator, where most of the land is. */
  centreY = $state(WORLD_SIDE * 0.42);
  width = $state(320);
  height = $state(220);

  /** Map units a pixel. */
  scale = $derived(WORLD_SIDE / Math.max(this.width, 1) / this.zoom);
  viewBox = $derived(
    [
      this.centreX - (this.width * this.scale) / 2,
      this.centreY - (this.height * this.scale) / 2,
      this.width * this.scale,
      this.height * this.scale,
    ].join(' '),
  );

  /** Whether any of a part of the map is in sight. */
  sees({ left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }): boolean {
    const halfX = (this.width * this.scale) / 2;
    const halfY = (this.height * this.scale) / 2;
    return (
      right >= this.centreX - halfX &&
      left <= this.centreX + halfX &&
      bottom >= this.centreY - halfY &&
      top <= this.centreY + halfY
    );
  }

  pan(pixelsX: number, pixelsY: number): void {
    this.centreX = clamp(this.centreX - pixelsX * this.scale, 0, WORLD_SIDE);
    this.centreY = clamp(this.centreY - pixelsY * this.scale, 0, WORLD_SIDE);
  }

  /** Zooms so that the point under the pointer, in pixels from the centre, stays where it is. */
  zoomBy(factor: number, pixelsX = 0, pixelsY = 0): void {
    const before = this.scale;
    this.zoom = clamp(this.zoom * factor, 1, MAX_ZOOM);
    this.centreX = clamp(this.centreX + pixelsX * (before - this.scale), 0, WORLD_SIDE);
    this.centreY = clamp(this.centreY + pixelsY * (before - this.scale), 0, WORLD_SIDE);
  }

  show(x: number, y: number, zoom = this.zoom): void {
    this.zoom = clamp(zoom, 1, MAX_ZOOM);
    this.centreX = x;
    this.centreY = y;
  }

  /** Shows all of a part of the map, with room around it; what is at one point is shown with its county. */
  fit(left: number, top: number, right: number, bottom: number): void {
    const ROOM = 1.3;
    const CLOSE = 40;
    const across = Math.max((right - left) / this.width, (bottom - top) / this.height) * ROOM * this.width;
    const zoom = Math.min(CLOSE, across > 0 ? WORLD_SIDE / across : CLOSE);
    this.show((left + right) / 2, (top + bottom) / 2, zoom);
  }

  /** Map units of a point in pixels from the top left of the element. */
  at(pixelX: number, pixelY: number): [number, number] {
    return [
      this.centreX + (pixelX - this.width / 2) * this.scale,
      this.centreY + (pixelY - this.height / 2) * this.scale,
    ];
  }
}
