import { expect, test, vi } from 'vitest';
import type { Identification } from '../../domain/notebook/kept';
import { namingWord, personWord, undoing } from '../../domain/notebook/keeping';
import { pageOf, type Page } from '../../domain/notebook/page';
import type { TaxonId } from '../../domain/taxonomy';
import { keptRecord } from '../../testing/kept-records';
import { Digest } from '../finding/digest';
import { taxonomy } from '../testing/factory';
import { Review } from './review.svelte';

const wren = 'winwre4' as TaxonId;

/** A notebook in memory with these pages; what is said changes them as in the real one. */
function reviewing(...records: { grain: string; range?: 'unusual' }[]) {
  let pages = $state.raw<readonly Page[]>(
    records.map(({ grain, range }) => {
      const { observation, identifications } = keptRecord('goldcr1', ['machine']);
      Object.assign(identifications[0]!.machine!, { grain, range });
      return pageOf({ observation, identifications });
    }),
  );
  const say = vi.fn(async (word: Identification): Promise<Identification> => {
    // To write takes a while.
    await Promise.resolve();
    pages = pages.map((page) =>
      page.observation.id === word.observation
        ? pageOf({ ...page, identifications: [...page.identifications, word] })
        : page,
    );
    return word;
  });
  const about = ({ standing: { by } }: Page) => ({ taxon: by!.taxon, scientificName: by!.scientificName });
  const digest = new Digest(taxonomy, { common: () => null });
  const finding = {
    get all() {
      return digest.rows(pages);
    },
  };
  const notebook = {
    confirm: (page: Page) => say(personWord(page.observation.id, 'confirmed', about(page))),
    reject: (page: Page) => say(personWord(page.observation.id, 'rejected', about(page))),
    name: (page: Page, taxon: TaxonId) => say(namingWord(page, { taxon, scientificName: null })),
    undo: (word: Identification) => say(undoing(word)),
  };
  const review = new Review(finding as never, notebook, (taxon) => taxon);
  const statuses = (): string[] => pages.map(({ standing }) => standing.status);
  return { review, statuses, pages: () => pages };
}

test('what is unusual comes first, then what was unsure, and what was sure only when it is asked for', () => {
  const { review, pages } = reviewing({ grain: 'genus' }, { grain: 'species' }, { grain: 'species', range: 'unusual' });
  const [unsure, sure, unusual] = pages();
  expect(review.queue.map(({ page }) => page)).toEqual([unusual, unsure]);
  expect(review.sureOnes).toBe(1);
  review.sureToo = true;
  expect(review.queue.map(({ page }) => page)).toEqual([unusual, unsure, sure]);
});

test('each word takes one from the queue, and undo brings back the last, then the one before', async () => {
  const { review, statuses } = reviewing(
    { grain: 'genus' },
    { grain: 'genus' },
    { grain: 'genus' },
    { grain: 'genus' },
  );
  await review.confirm();
  await review.reject();
  await review.name(wren);
  review.putOff();
  expect([review.queue.length, review.later]).toEqual([0, 1]);
  expect(statuses().sort()).toEqual(['confirmed', 'corrected', 'open', 'rejected']);

  await review.undo();
  expect([review.queue.length, review.later]).toEqual([1, 0]);
  await review.undo();
  await review.undo();
  expect(statuses().filter((status) => status === 'open')).toHaveLength(3);
  await review.undo();
  expect(statuses()).toEqual(['open', 'open', 'open', 'open']);
  expect(review.canUndo).toBe(false);
});

test('a quick second key is of the next one, while the first is still being written', async () => {
  const { review, statuses } = reviewing({ grain: 'genus' }, { grain: 'genus' });
  await Promise.all([review.confirm(), review.reject()]);
  expect(statuses().sort()).toEqual(['confirmed', 'rejected']);
  expect(review.queue).toEqual([]);
});

test('undo takes back the last key, though an earlier one is written later', async () => {
  const { review, statuses } = reviewing({ grain: 'genus' }, { grain: 'genus' });
  const rejecting = review.reject();
  review.putOff();
  await rejecting;
  await review.undo();
  expect([review.queue.length, review.later]).toEqual([1, 0]);
  expect(statuses().sort()).toEqual(['open', 'rejected']);
});
