import { beforeEach, expect, test, vi } from 'vitest';
import { page as screen, userEvent } from 'vitest/browser';
import { personWord } from '../../domain/notebook/keeping';
import { pageOf, type Page } from '../../domain/notebook/page';
import type { Identification } from '../../domain/notebook/kept';
import type { TaxonId } from '../../domain/taxonomy';
import { keptRecord } from '../../testing/kept-records';
import { draw } from '../testing/draw';
import { id, taxonomy } from '../testing/factory';
import KeptPanel from './KeptPanel.svelte';

const goldcrest = id('Regulus regulus');
const firecrest = id('Regulus ignicapilla');
const actions = {
  keep: vi.fn(),
  confirm: vi.fn(),
  reject: vi.fn(),
  name: vi.fn(),
  undo: vi.fn(),
  change: vi.fn(),
  remove: vi.fn(),
  again: vi.fn(),
};

beforeEach(() => {
  vi.clearAllMocks();
});

function kept(
  ...words: readonly (readonly [Identification['kind'] & ('confirmed' | 'rejected' | 'corrected'), TaxonId, string?])[]
): Page {
  const { observation, identifications } = keptRecord(goldcrest, ['machine']);
  const said = words.map(([kind, taxon, why = ''], index) => {
    const scientificName = taxonomy.get(taxon)?.scientificName ?? null;
    const at = new Date(Date.UTC(2026, 4, 18, index));
    return personWord(observation.id, kind, { taxon, scientificName }, { why, at });
  });
  return pageOf({ observation, identifications: [...identifications, ...said] });
}

const show = (page: Page | null): Promise<void> =>
  draw(KeptPanel, { page, days: 12, fresh: page === null, candidates: [goldcrest, firecrest], actions });

test('a draft says that it goes, and can be kept', async () => {
  await show(null);
  await expect.element(screen.getByText('it will be deleted in 12 days')).toBeVisible();
  await expect.element(screen.getByText('New for you')).toBeVisible();
  await screen.getByRole('button', { name: 'Keep' }).click();
  expect(actions.keep).toHaveBeenCalledOnce();
});

test('what only the app has said is to be checked, and one press confirms it', async () => {
  const page = kept();
  await show(page);
  await expect.element(screen.getByText('To be checked')).toBeVisible();
  await expect.element(screen.getByText('The app, with starter 1.4.0:').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Confirm: Goldcrest' }).click();
  expect(actions.confirm).toHaveBeenCalledWith(page);
});

test('it is put right by search, slips forgiven, with a reason; by keyboard alone', async () => {
  const page = kept();
  await show(page);
  await screen.getByRole('button', { name: 'Correct it' }).click();
  await expect.element(screen.getByRole('combobox')).toHaveFocus();
  await screen.getByLabelText('Why? (optional)').fill('white eyebrow');
  await screen.getByRole('combobox').fill('firecrst');
  await expect.element(screen.getByRole('option').first()).toHaveTextContent('Common Firecrest');
  await screen.getByRole('combobox').click();
  await userEvent.keyboard('{Enter}');
  expect(actions.name).toHaveBeenCalledWith(page, firecrest, 'white eyebrow');
});

test('who only knows that it is another bird can say just that', async () => {
  const page = kept();
  await show(page);
  await screen.getByRole('button', { name: 'Correct it' }).click();
  await screen.getByRole('button', { name: 'I only know that it is not this one' }).click();
  expect(actions.reject).toHaveBeenCalledWith(page, '');
});

test('a person’s word stands beside the app’s, which stays, and everything said is in the list', async () => {
  await show(kept(['confirmed', goldcrest], ['corrected', firecrest, 'white eyebrow']));
  await expect.element(screen.getByText('Corrected by you')).toBeVisible();
  const told = [...document.querySelectorAll('.stands .said')].map(({ textContent }) => textContent.trim());
  expect(told[0]).toContain('You: Common Firecrest');
  expect(told[1]).toContain('The app, with starter 1.4.0: Goldcrest 97%');
  await screen.getByText('History (3)').click();
  expect(document.querySelectorAll('details li')).toHaveLength(3);
  await screen.getByRole('button', { name: 'Undo' }).click();
  expect(actions.undo).toHaveBeenCalledOnce();
});

test('birds are counted, and below one they are not counted', async () => {
  const { observation, identifications } = kept();
  await show(pageOf({ observation: { ...observation, count: 1 }, identifications }));
  await screen.getByRole('button', { name: 'One more' }).click();
  await screen.getByRole('button', { name: 'One fewer' }).click();
  expect(actions.change.mock.calls.map(([, change]) => change as unknown)).toEqual([{ count: 2 }, { count: null }]);
});

test('a bird that has another name today says how it was noted', async () => {
  const { observation, identifications } = keptRecord(goldcrest, ['machine']);
  const noted = { taxon: goldcrest, scientificName: 'Motacilla regulus' };
  const word = personWord(observation.id, 'confirmed', noted, { at: new Date(Date.UTC(2026, 4, 18)) });
  await show(pageOf({ observation, identifications: [...identifications, word] }));
  await expect.element(screen.getByText('When you noted it, it was called Motacilla regulus.')).toBeVisible();
});
