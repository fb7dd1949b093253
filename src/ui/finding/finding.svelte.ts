import type { Page } from '../../domain/notebook/page';
import type { TaxonId } from '../../domain/taxonomy';
import type { Goldcrest } from '../../app/goldcrest';
import type { Names } from '../state/names.svelte';
import type { Notebook } from '../state/notebook.svelte';
import { choices, type Choice } from './choices';
import { Digest, found, NO_FILTERS, type Filters, type Row } from './digest';

/** Rows that the list draws at first, and more each time its end comes near. */
const STEP = 40;

/** What searching the notebook needs from the app. */
export interface FindingHost {
  readonly app: Goldcrest | null;
  readonly names: Names | null;
  readonly notebook: Notebook;
  /** The last search. */
  finding: Finding | null;
}

/** The search in the notebook and its results. It outlives the screen, so that Back returns to the same place. */
export class Finding {
  filters = $state.raw<Filters>(NO_FILTERS);
  /** How many rows of the list are drawn. */
  drawn = $state(STEP);
  /** How far down the list was when it was left, in pixels. */
  scroll = 0;
  readonly #host: FindingHost;
  readonly #digest = $derived.by(() => {
    const { app, names } = this.#host;
    // Read here, so that names in another language make another text to search.
    names?.common('');
    return app && names && new Digest(app.taxonomy, names);
  });
  readonly all: readonly Row[] = $derived(this.#digest?.rows(this.#pages) ?? []);
  readonly rows: readonly Row[] = $derived(found(this.all, this.filters));
  readonly toCheck: number = $derived(this.all.filter(({ doubts }) => doubts.length > 0).length);
  readonly species: readonly Choice[] = $derived(this.#choices(({ species }) => species));
  readonly families: readonly Choice[] = $derived(this.#choices(({ family }) => family));
  readonly places: readonly Choice[] = $derived(
    choices(
      this.all,
      ({ place }) => place,
      (place) => place,
    ),
  );
  readonly filtered: boolean = $derived(this.filters !== NO_FILTERS);

  private constructor(host: FindingHost) {
    this.#host = host;
  }

  /** The results outlive the first screen that shows them: created inside that screen, they would stop updating with it. */
  static of(host: FindingHost): Finding {
    if (!host.finding) {
      $effect.root(() => {
        host.finding = new Finding(host);
      });
    }
    return host.finding!;
  }

  get #pages(): readonly Page[] {
    return this.#host.notebook.pages;
  }

  /** Reads everything ahead of its screen. */
  warmUp(): void {
    this.#digest?.rows(this.#pages);
  }

  change(change: Partial<Filters>): void {
    const filters = { ...this.filters, ...change };
    const none = JSON.stringify(filters) === JSON.stringify(NO_FILTERS);
    this.filters = none ? NO_FILTERS : filters;
    this.drawn = STEP;
    this.scroll = 0;
  }

  clear(): void {
    this.change(NO_FILTERS);
  }

  more(): void {
    if (this.drawn < this.rows.length) this.drawn += STEP;
  }

  #choices(of: (row: Row) => TaxonId | null): Choice[] {
    const { names } = this.#host;
    return choices(this.all, of, (taxon) => names?.plain(taxon) ?? taxon);
  }
}
