import type { Result } from '../domain/result';
import { placeFamily } from '../packs/families/places';
import type { Place } from '../domain/observation';
import { cellOf, cellsOf, type Region, type TileCell } from '../domain/region';
import type { TaxonId } from '../domain/taxonomy';
import type { LabelTaxon } from '../packs/labels';
import { encodeTile, MONTHS, PriorTile } from '../storage/prior-tile';
import type { TileStore } from '../storage/tiles';
import type { VisionBridge } from './bridge';
import type { ModelHost } from '../runtime/model-host';
import type { WorkResult } from '../runtime/protocol';

/** A species' chance at a place; the whole list behind `coverage` and `geo_prior`. */
export interface LocalBirds {
  /** Null for a species that the geo model does not know. `share`: over the likeliest species here in that month. */
  chance(taxon: TaxonId, month: number | null): { probability: number; share: number } | null;
  /** Every species that occurs here in that month, with its chance. */
  all(month: number | null): Iterable<[TaxonId, number]>;
}

export type Prepared = Result<void, { code: string; message: string }>;

/** Prior tiles: read from the device where they are kept, else computed by the pack's geo model and kept. */
export class Priors {
  readonly #bridge: VisionBridge;
  readonly #host: ModelHost;
  readonly #tiles: TileStore;
  readonly #labels: readonly LabelTaxon[];
  readonly #labelOf: ReadonlyMap<TaxonId, number>;
  readonly #modelKey: string;
  /** The tile that was requested last: coverage and range of one observation come from the same one. */
  #last: { key: string; birds: LocalBirds } | null = null;

  constructor(
    bridge: VisionBridge,
    host: ModelHost,
    tiles: TileStore,
    labels: readonly LabelTaxon[],
    modelKey: string,
  ) {
    this.#bridge = bridge;
    this.#host = host;
    this.#tiles = tiles;
    this.#labels = labels;
    this.#modelKey = modelKey;
    const known: [TaxonId, number][] = [];
    labels.forEach((taxon, label) => {
      if (taxon !== 'no_bird' && taxon !== 'ignored') known.push([taxon, label]);
    });
    this.#labelOf = new Map(known);
  }

  get labels(): readonly LabelTaxon[] {
    return this.#labels;
  }

  async at(place: Place, signal?: AbortSignal): Promise<WorkResult<LocalBirds>> {
    const cell = cellOf(place.latitude, place.longitude);
    const key = this.#key(cell);
    if (this.#last?.key === key) return { ok: true, value: this.#last.birds };
    const tile = await this.#tile(cell, signal);
    if (!tile.ok) return tile;
    this.#last = { key, birds: this.#read(tile.value) };
    return { ok: true, value: this.#last.birds };
  }

  /** Computes and keeps the tiles of a region, so that none has to be computed in the field. Kept ones are passed over. */
  async prepare(
    region: Region,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<Prepared> {
    const cells = cellsOf(region);
    onProgress(0, cells.length);
    for (const [index, cell] of cells.entries()) {
      if (signal.aborted) return { ok: false, problem: { code: 'cancelled', message: 'Cancelled.' } };
      if (!(await this.#tiles.has(this.#key(cell)))) {
        const computed = await this.#compute(cell, signal);
        if (!computed.ok) return computed;
        const kept = await this.#tiles.put(this.#key(cell), computed.value);
        if (!kept.ok) return kept;
      }
      onProgress(index + 1, cells.length);
    }
    return { ok: true, value: undefined };
  }

  #key({ south, west }: TileCell): string {
    return `${this.#modelKey} ${south} ${west}`;
  }

  async #tile(cell: TileCell, signal?: AbortSignal): Promise<WorkResult<Uint8Array>> {
    const kept = await this.#tiles.get(this.#key(cell));
    if (kept) return { ok: true, value: kept };
    const computed = await this.#compute(cell, signal);
    if (computed.ok) await this.#tiles.put(this.#key(cell), computed.value);
    return computed;
  }

  async #compute(cell: TileCell, signal?: AbortSignal): Promise<WorkResult<Uint8Array>> {
    const model = this.#host.model('geo');
    const ready = await this.#host.ready('geo');
    if (!model || !ready.ok) {
      const message = ready.ok ? 'The pack has no geo model.' : ready.problem.message;
      return { ok: false, problem: { code: 'model_missing', message } };
    }
    const steps = placeFamily(model).timesOfYear(model);
    const perMonth = Math.max(1, steps / MONTHS);
    const rows = Array.from({ length: steps }, (_, step): [number, number, number] => [
      cell.south + 0.5,
      cell.west + 0.5,
      step + 1,
    ]);
    const output = await this.#bridge.geo(rows, signal);
    if (!output.ok) return output;
    if (output.value.length !== rows.length * this.#labels.length) {
      const message = `${model.file} gave a different number of outputs than it has labels.`;
      return { ok: false, problem: { code: 'model_output_invalid', message } };
    }
    return { ok: true, value: encodeTile(this.#monthly(output.value, perMonth)) };
  }

  /** Mean over the steps of each month, with everything that is no bird left out. */
  #monthly(output: Float32Array, perMonth: number): Float32Array[] {
    const count = this.#labels.length;
    return Array.from({ length: MONTHS }, (_, month) => {
      const mean = new Float32Array(count);
      for (let step = 0; step < perMonth; step++) {
        const from = output.length === count ? 0 : (month * perMonth + step) * count;
        for (let label = 0; label < count; label++) mean[label]! += output[from + label]! / perMonth;
      }
      this.#labels.forEach((taxon, label) => {
        if (taxon === 'no_bird' || taxon === 'ignored') mean[label] = 0;
      });
      return mean;
    });
  }

  #read(bytes: Uint8Array): LocalBirds {
    const tile = new PriorTile(bytes);
    const labels = this.#labels;
    return {
      chance: (taxon, month) => {
        const label = this.#labelOf.get(taxon);
        if (label === undefined) return null;
        return { probability: tile.probability(label, month), share: tile.share(label, month) };
      },
      *all(month) {
        for (const label of tile.labels) yield [labels[label] as TaxonId, tile.probability(label, month)];
      },
    };
  }
}
