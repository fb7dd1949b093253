import type { Evidence, Ledger } from '../../src/domain/ledger';
import { evidenceSentence } from '../../src/ui/sentences';
import { verdictWords } from '../../src/ui/words/verdict';
import { isOneOf } from '../one-of';
import { TERMS } from '../../src/domain/judgement/term';
import type { ReportItem } from '../report';
import { badnessOf } from '../worst-first';
import { escape, percent, taxonMarkup } from './markup';
import { BADNESS_WORDS, KIND_WORDS, LOSS_WORDS } from './words';

/** What a card shows beside the report's own line about the item. */
export interface CardExtra {
  picture: string | null;
  ledger: readonly Evidence[];
  name: (taxon: string) => { scientificName: string; commonName: string | null };
}

/** One item: its picture, the verdict, the truth, and the evidence on demand. */
export function card(item: ReportItem, { picture, ledger, name }: CardExtra): string {
  const badness = badnessOf(item);
  const truth = item.truth ? taxonMarkup(item.truth) : 'no bird';
  const about = item.truth?.commonName ?? item.truth?.scientificName ?? 'something that is no bird';
  const shown = picture
    ? `<img src="${escape(picture)}" alt="${escape(`${item.modality === 'sound' ? 'Spectrogram' : 'Photo'}: ${about}`)}" loading="lazy">`
    : '<div class="blank" role="img" aria-label="No picture"></div>';
  const text = [item.id, about, item.truth?.scientificName, item.named?.scientificName, item.named?.commonName];
  return (
    `<li class="card" data-answer="${badness}" data-kind="${item.kind}" data-modality="${item.modality}" ` +
    `data-text="${escape(text.filter(Boolean).join(' ').toLowerCase())}">` +
    `${shown}<div class="said"><p class="tag ${badness}">${BADNESS_WORDS[badness]}</p>` +
    `<h3>${verdictMarkup(item)}</h3>` +
    `<p class="truth"><span>truth</span> ${truth}</p>` +
    `<p class="why">${escape(whyOf(item))}</p>` +
    `<details><summary>Evidence<span class="hidden"> for ${escape(item.id)}</span></summary><ol>` +
    ledger.map((entry) => `<li>${sentence(entry, ledger, name)}</li>`).join('') +
    `</ol><p class="fine">${escape(fineprint(item))}</p></details></div></li>`
  );
}

function verdictMarkup({ named, grain, probability, failed }: ReportItem): string {
  if (failed) return 'Could not be run';
  if (!named) return 'Not enough';
  const rank = grain === 'species' ? '' : `${grain} `;
  return `${rank}${taxonMarkup(named)} <span class="sure">${percent(probability ?? 0, 0)}</span>`;
}

function whyOf({ failed, loss, against, kind, best, named }: ReportItem): string {
  if (failed) return failed.message;
  const parts = loss === null ? [] : [LOSS_WORDS[loss]];
  if (loss !== null && kind !== 'known' && loss !== 'not_in_labels') parts.push(KIND_WORDS[kind]);
  if (best.taxon && best.taxon.id !== named?.id && loss !== 'not_in_labels') {
    parts.push(`closest: ${best.taxon.commonName ?? best.taxon.scientificName}`);
  }
  for (const id of against) if (isOneOf(TERMS, id)) parts.push(verdictWords.term[id].against);
  return parts.join(' · ');
}

function sentence(entry: Evidence, ledger: Ledger, name: CardExtra['name']): string {
  const parts = evidenceSentence(entry, ledger);
  return parts.map((part) => (typeof part === 'string' ? escape(part) : taxonMarkup(name(part.taxon)))).join('');
}

function fineprint({ id, rule, spot, day, calls, ms }: ReportItem): string {
  const where = spot ? `${spot.latitude}, ${spot.longitude}` : 'no place';
  return [id, rule ?? 'no verdict', where, day ?? 'no day', `${calls} calls`, `${Math.round(ms)} ms`].join(' · ');
}
