import { ColumnMaker, levelsFor, paintColumn, USUAL_LEVELS, type Levels } from './columns';
import { topFrequency } from './scale';

/** How far levels move towards what is heard now, each time they are looked at. */
const LEVEL_PACE = 0.25;

/**
 * The last seconds of a microphone as a picture that rolls to the left. New columns are painted once into a ring; a frame
 * only copies the ring to the screen, so its cost does not depend on how much is shown.
 */
export class LiveRoll {
  readonly #ring: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #maker: ColumnMaker;
  readonly #hop: number;
  readonly #column: ImageData;
  readonly #pixels: Uint32Array;
  readonly #rows: Float32Array;
  readonly #recent: Float32Array;
  /** What has been received and not become a column yet, with half a frame before it. */
  #waiting: Float32Array;
  #columns = 0;
  #levels: Levels = USUAL_LEVELS;
  readonly sampleRate: number;

  /** Width and height in device pixels; a column is a pixel. */
  constructor(sampleRate: number, width: number, height: number, columnsASecond: number) {
    this.sampleRate = sampleRate;
    this.#ring = new OffscreenCanvas(width, height);
    const context = this.#ring.getContext('2d', { alpha: false });
    if (!context) throw new Error('no canvas to draw the sound on');
    this.#context = context;
    this.#maker = new ColumnMaker(sampleRate, topFrequency(sampleRate), height);
    this.#hop = sampleRate / columnsASecond;
    this.#column = new ImageData(1, height);
    this.#pixels = new Uint32Array(this.#column.data.buffer);
    this.#rows = new Float32Array(height);
    this.#recent = new Float32Array(height * Math.min(width, 256));
    this.#waiting = new Float32Array(this.#maker.frame / 2);
  }

  /** How many columns have been painted since the start. */
  get columns(): number {
    return this.#columns;
  }

  push(samples: Float32Array): void {
    const joined = new Float32Array(this.#waiting.length + samples.length);
    joined.set(this.#waiting);
    joined.set(samples, this.#waiting.length);
    const half = this.#maker.frame / 2;
    let at = half;
    // The frame around a column's middle has to be there whole.
    while (at + this.#hop / 2 + half <= joined.length) {
      this.#maker.measure(joined, at, at + this.#hop, this.#rows);
      this.#paint();
      at += this.#hop;
    }
    this.#waiting = joined.slice(Math.max(0, Math.round(at) - half));
  }

  /** Copies the ring to a canvas of the same size, its right edge at `now` columns, which may lie between two. */
  draw(target: CanvasRenderingContext2D, now: number): void {
    const { width, height } = this.#ring;
    const right = Math.min(now, this.#columns);
    const shift = width - right;
    const offset = shift - Math.floor(shift / width) * width;
    target.drawImage(this.#ring, offset, 0);
    if (offset > 0) target.drawImage(this.#ring, offset - width, 0);
    if (right < width) {
      // Nothing was heard yet this far back.
      target.fillStyle = '#000004';
      target.fillRect(0, 0, width - right, height);
    }
  }

  #paint(): void {
    const { width } = this.#ring;
    paintColumn(this.#rows, this.#levels, this.#pixels, 0, 1);
    this.#context.putImageData(this.#column, this.#columns % width, 0);
    const room = this.#recent.length / this.#rows.length;
    this.#recent.set(this.#rows, (this.#columns % room) * this.#rows.length);
    this.#columns += 1;
    if (this.#columns % 32 === 0) this.#follow(Math.min(room, this.#columns));
  }

  /** Lets the colours follow the loudness of the place, slowly enough not to flicker. */
  #follow(filled: number): void {
    const heard = levelsFor(this.#recent.subarray(0, filled * this.#rows.length));
    const towards = (from: number, to: number): number => from + (to - from) * LEVEL_PACE;
    this.#levels = {
      floor: towards(this.#levels.floor, heard.floor),
      ceiling: towards(this.#levels.ceiling, Math.max(heard.ceiling, heard.floor + 45)),
    };
  }
}
