import { SvelteSet } from 'svelte/reactivity';
import type { Identification } from '../../domain/notebook/kept';
import type { TaxonId } from '../../domain/taxonomy';
import type { Row } from '../finding/digest';
import type { Finding } from '../finding/finding.svelte';
import { findingWords } from '../words/finding';
import type { Notebook } from '../state/notebook.svelte';

/** One step that can be taken back. */
type Step = { kind: 'said'; id: string; word: Promise<Identification | null> } | { kind: 'later'; id: string };

/** What can be said of an observation, and taken back. */
type Words = Pick<Notebook, 'confirm' | 'reject' | 'name' | 'undo'>;

/** Goes through what needs a second look, one by one. */
export class Review {
  /** Whether what the app was sure of is asked about too. */
  sureToo = $state(false);
  /** What was done last, for the eye and for screen readers. */
  said = $state('');
  readonly #later = new SvelteSet<string>();
  /** Left at once when spoken about: a quick second key is of the next one, also while the first is being written. */
  readonly #spoken = new SvelteSet<string>();
  #steps = $state.raw<readonly Step[]>([]);
  readonly #finding: Finding;
  readonly #notebook: Words;
  readonly #plain: (taxon: string) => string;
  readonly #open = $derived.by(() =>
    this.#finding.all.filter(
      ({ doubts, page }) =>
        !this.#spoken.has(page.observation.id) &&
        (doubts.length > 0 || (this.sureToo && page.standing.status === 'open')),
    ),
  );
  /** Unusual birds come first: they are the likelier mistakes. */
  readonly queue: readonly Row[] = $derived.by(() => {
    const waiting = this.#open.filter(({ page: { observation } }) => !this.#later.has(observation.id));
    const unusual = ({ doubts }: Row): boolean => doubts.includes('unusual');
    return [...waiting.filter(unusual), ...waiting.filter((row) => !unusual(row))];
  });
  readonly later: number = $derived.by(() => this.#open.length - this.queue.length);
  /** Those that the app was sure of and nobody has checked. */
  readonly sureOnes: number = $derived.by(
    () => this.#finding.all.filter(({ doubts, page }) => doubts.length === 0 && page.standing.status === 'open').length,
  );
  readonly current: Row | null = $derived.by(() => this.queue[0] ?? null);
  readonly canUndo: boolean = $derived.by(() => this.#steps.length > 0);

  constructor(finding: Finding, notebook: Words, plain: (taxon: string) => string) {
    this.#finding = finding;
    this.#notebook = notebook;
    this.#plain = plain;
  }

  async confirm(): Promise<void> {
    const { current } = this;
    if (!current?.taxon) return;
    const said = findingWords.review.said.confirmed(this.#plain(current.taxon));
    await this.#say(current, () => this.#notebook.confirm(current.page), said);
  }

  async reject(): Promise<void> {
    const { current } = this;
    if (!current) return;
    const name = current.taxon ? this.#plain(current.taxon) : findingWords.unnamed;
    await this.#say(current, () => this.#notebook.reject(current.page), findingWords.review.said.rejected(name));
  }

  async name(taxon: TaxonId): Promise<void> {
    const { current } = this;
    if (!current) return;
    const said = findingWords.review.said.corrected(this.#plain(taxon));
    await this.#say(current, () => this.#notebook.name(current.page, taxon), said);
  }

  putOff(): void {
    const { current } = this;
    if (!current) return;
    const { id } = current.page.observation;
    this.#later.add(id);
    this.#steps = [...this.#steps, { kind: 'later', id }];
    this.said = findingWords.review.said.later;
  }

  takeUpAgain(): void {
    this.#later.clear();
  }

  async undo(): Promise<void> {
    const step = this.#steps.at(-1);
    if (!step) return;
    this.#steps = this.#steps.slice(0, -1);
    if (step.kind === 'later') this.#later.delete(step.id);
    else if (!(await this.#takeBack(step.id, step.word))) return;
    this.said = findingWords.review.said.undone;
  }

  async #say({ page }: Row, say: () => Promise<Identification | null>, said: string): Promise<void> {
    const { id } = page.observation;
    this.#spoken.add(id);
    // Steps are taken back in the order of the keys, not in the order in which they were written.
    const step: Step = { kind: 'said', id, word: say() };
    this.#steps = [...this.#steps, step];
    if (await step.word) {
      this.said = said;
      return;
    }
    this.#steps = this.#steps.filter((one) => one !== step);
    this.#spoken.delete(id);
  }

  async #takeBack(id: string, spoken: Promise<Identification | null>): Promise<boolean> {
    const word = await spoken;
    if (!word || !(await this.#notebook.undo(word))) return false;
    this.#spoken.delete(id);
    return true;
  }
}
