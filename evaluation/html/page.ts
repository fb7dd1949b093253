import type { Difference } from '../bootstrap';
import type { Report } from '../report';
import type { Tally } from '../tally';
import { BADNESS, badnessOf, worstFirst } from '../worst-first';
import { card, type CardExtra } from './cards';
import { escape, percent } from './markup';
import { barPlot, reliabilityPlot, riskCoveragePlot } from './plots';
import { REPORT_SCRIPT, REPORT_STYLE } from './style';
import { BADNESS_WORDS, GROUP_WORDS, KIND_WORDS, LOSS_WORDS, PARTS, PLACE_WORDS } from './words';

export interface PageExtra {
  /** The app's own colours and type, so that the report looks like it. */
  tokens: string;
  extra: (id: string) => CardExtra;
}

/** `report.html`: one file without dependencies. */
export function reportPage(report: Report, { tokens, extra }: PageExtra): string {
  const { settings, made } = report;
  const title = `${settings.set.name} with the ${settings.pack.name} pack`;
  return unbroken(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)}</title><style>${tokens}${REPORT_STYLE}</style></head><body>
<header><h1>${escape(title)}</h1>${lead(report)}
</header><main>
${figures(report.overall)}${strip(report)}${lost(report)}
<p class="made">${escape(made.at.slice(0, 10))} · policy ${escape(settings.policy)}, hints ${settings.hints} · ${escape(PLACE_WORDS[settings.place])} · ${commandMarkup(made.command)}</p>
<h2>Against simpler ways</h2>${baselines(report)}
<h2>When to trust it</h2><div class="plots">${riskCoveragePlot(report.riskCoverage.system, report.riskCoverage.softmax)}${reliabilityPlot(report.reliability.verdicts, report.reliability.classifier)}${losses(report)}</div>
<h2>By group</h2>${groups(report)}
<h2 id="items">Every item</h2>${filters(report)}
<ul class="cards">${worstFirst(report.items)
    .map((item) => card(item, extra(item.id)))
    .join('\n')}</ul>
</main><script>${REPORT_SCRIPT}</script></body></html>
`);
}

/** A number and its percent sign stay on one line. */
function unbroken(html: string): string {
  return html.replaceAll(/(\d) %/g, '$1\u00a0%');
}

/** A command breaks between its words, not within an option. */
function commandMarkup(command: string): string {
  const words = command.split(' ').map((word) => `<span>${escape(word)}</span>`);
  return `<code>${words.join(' ')}</code>`;
}

function lead({ overall, made, settings }: Report): string {
  const { solve, overclaim, grains, n } = overall;
  const wrong =
    overclaim.hits === 0
      ? `No wrong species was declared; with 95 % confidence the rate is under ${percent(overclaim.upper)}.`
      : `A wrong species was declared for ${overclaim.hits} of ${n}, ${percent(overclaim.rate)}; with 95 % confidence the rate is under ${percent(overclaim.upper)}.`;
  const notes = [
    made.shuffled ? '<b>The truths were dealt out at random: this is what chance gives.</b>' : '',
    settings.degrade ? `The files were made worse: ${settings.degrade.kind} ${settings.degrade.strength}.` : '',
  ];
  return (
    `<p class="lead">Right for ${solve.hits} of ${n} items at the grain it chose: a species for ${grains.species}, a genus for ` +
    `${grains.genus}, a family for ${grains.family}, "not enough" for ${grains.abstain}. ${wrong}</p>` +
    notes.map((note) => (note ? `<p>${note}</p>` : '')).join('')
  );
}

/** Where it fails, in the order of how often. */
function lost({ losses }: Report): string {
  const all = losses.reduce((sum, { n }) => sum + n, 0);
  if (all === 0) return '';
  const most = [...losses].filter(({ n }) => n > 0).sort((a, b) => b.n - a.n);
  const named = most.slice(0, 3).map(({ loss, n }) => `${LOSS_WORDS[loss]} (${n})`);
  return `<p class="lost">Without the right species: ${all}. ${most.length > 3 ? 'Most often' : 'Why'}: ${named.join(', ')}.</p>`;
}

function figures({
  solve,
  overclaim,
  precision,
  abstain,
  amongNamed,
  othersNamed,
  milliseconds,
  calls,
}: Tally): string {
  const figure = (value: string, name: string, more: string, kind = '') =>
    `<li class="figure ${kind}"><b>${value}</b><span>${name}</span><small>${more}</small></li>`;
  const range = ({ low, high }: { low: number; high: number }) => `95 %: ${percent(low)} to ${percent(high)}`;
  return `<ul class="figures">${[
    figure(percent(solve.rate), 'solved', `right at the declared grain, ${range(solve)}`, 'certain'),
    figure(percent(overclaim.rate), 'overclaimed', `wrong species, at most ${percent(overclaim.upper)} (95 %)`),
    figure(
      precision.n === 0 ? '–' : percent(precision.rate),
      'of declared species right',
      precision.n === 0 ? 'no species was declared' : `${precision.hits} of ${precision.n}, ${range(precision)}`,
    ),
    figure(percent(abstain.rate), 'not enough', range(abstain)),
    ...(amongNamed
      ? [
          figure(
            percent(amongNamed.rate),
            'labelled bird among those named',
            `${amongNamed.hits} of ${amongNamed.n} recordings, ${othersNamed} other birds named`,
          ),
        ]
      : []),
    figure(
      `${(milliseconds.median / 1000).toFixed(2)} s`,
      'median time',
      `${calls.toFixed(1)} calls an item, 90 % under ${(milliseconds.p90 / 1000).toFixed(2)} s`,
    ),
  ].join('')}</ul>`;
}

function strip({ items }: Report): string {
  const counts = [...BADNESS].reverse().map((badness) => ({
    badness,
    n: items.filter((item) => badnessOf(item) === badness).length,
  }));
  const shown = counts.filter(({ n }) => n > 0);
  return (
    `<div class="strip" role="img" aria-label="${shown.map(({ badness, n }) => `${BADNESS_WORDS[badness]}: ${n}`).join(', ')}">` +
    shown.map(({ badness, n }) => `<i class="${badness}" style="flex:${n}"></i>`).join('') +
    `</div><ul class="key">${shown.map(({ badness, n }) => `<li class="${badness}">${n} ${BADNESS_WORDS[badness]}</li>`).join('')}</ul>`
  );
}

function baselines({ overall, baselines: { toolFloor, softmax }, riskCoverage }: Report): string {
  const points = (share: number): string => (100 * share).toFixed(1);
  const gap = ({ value, low, high }: Difference, show = points): string =>
    `<small>we ${signed(value, show)}</small><small>${signed(low, show)} to ${signed(high, show)}</small>`;
  const plain = (value: number): string => value.toFixed(3);
  const row = (name: string, of: typeof toolFloor): string =>
    `<tr><th scope="row">${name}</th><td>${percent(of.solve)}${gap(of.difference.solve)}</td><td>${percent(of.overclaim)}${gap(of.difference.overclaim)}</td>` +
    `<td>${of.declared === 0 ? '–' : percent(of.precision)}</td><td>${of.declared}</td><td>${plain(of.reward)}${gap(of.difference.reward, plain)}</td><td>${plain(of.area)}${gap(of.difference.area, plain)}</td></tr>`;
  return (
    '<p class="note" id="smaller">Small print: Goldcrest minus the other, shares in percentage points, with the 95 % interval of a paired bootstrap. An interval without 0 is a difference.</p>' +
    '<div class="scroll" tabindex="0" role="region" aria-label="Comparison with simpler ways"><table aria-describedby="smaller">' +
    '<thead><tr><th scope="col">way of answering</th><th scope="col">solved</th><th scope="col">overclaimed</th><th scope="col">species right</th><th scope="col">species declared</th><th scope="col">reward</th><th scope="col">risk-coverage area</th></tr></thead><tbody>' +
    `<tr><th scope="row">Goldcrest</th><td>${percent(overall.solve.rate)}</td><td>${percent(overall.overclaim.rate)}</td><td>${overall.precision.n === 0 ? '–' : percent(overall.precision.rate)}</td><td>${overall.grains.species}</td><td>${plain(overall.reward)}</td><td>${plain(riskCoverage.system.area)}</td></tr>` +
    row("classifier's first species (tool floor)", toolFloor) +
    row('softmax threshold, as many species', softmax) +
    '</tbody></table></div>'
  );
}

function signed(value: number, show: (value: number) => string): string {
  return `${value >= 0 ? '+' : '\u2212'}${show(Math.abs(value))}`;
}

function losses({ losses: all }: Report): string {
  const bars = all.filter(({ n }) => n > 0).map(({ loss, n }) => ({ name: LOSS_WORDS[loss], n }));
  return barPlot('Where the species was lost', bars);
}

function groups({ by }: Report): string {
  const row = ({ name, tally: of }: { name: string; tally: Tally }): string =>
    `<tr><th scope="row">${escape(GROUP_WORDS[name] ?? name)}</th><td>${of.n}</td><td>${percent(of.solve.rate)}</td>` +
    `<td>${of.overclaim.hits}<small>at most ${percent(of.overclaim.upper)}</small></td><td>${of.precision.n === 0 ? '–' : `${of.precision.hits} of ${of.precision.n}`}</td>` +
    `<td>${of.wrongCoarser.hits}</td><td>${of.abstain.hits}</td><td>${of.reward.toFixed(3)}</td><td>${of.calls.toFixed(1)}</td><td>${of.toolErrors.toFixed(2)}</td><td>${percent(of.neededCalled.rate, 0)}</td><td>${(of.milliseconds.median / 1000).toFixed(2)} s</td></tr>`;
  const heads = [
    '',
    'items',
    'solved',
    'wrong species',
    'right species',
    'wrong coarser',
    'not enough',
    'reward',
    'calls',
    'tool errors',
    'needed tools called',
    'time',
  ];
  // One group alone is everything, which the figures at the top are about.
  const parts = (['kind', 'modality', 'tier', 'grain'] as const).filter((part) => by[part].length > 1);
  const part = (name: (typeof parts)[number]): string =>
    `<tbody><tr><th class="part" scope="rowgroup" colspan="${heads.length}"><span>${PARTS[name]}</span></th></tr>${by[name].map(row).join('')}</tbody>`;
  if (parts.length === 0) return '<p class="note">All items are of one kind.</p>';
  return (
    '<div class="scroll" tabindex="0" role="region" aria-label="Figures by group"><table><thead><tr>' +
    heads.map((head) => (head ? `<th scope="col">${head}</th>` : '<td></td>')).join('') +
    `</tr></thead>${parts.map(part).join('')}</table></div>`
  );
}

function filters({ items }: Report): string {
  const chip = (by: string, value: string, text: string, n: number): string =>
    n === 0
      ? ''
      : `<button type="button" aria-pressed="false" data-by="${by}" data-value="${value}">${text} (${n})</button>`;
  const kinds = ['known', 'outside', 'not_a_bird'] as const;
  const modalities = ['image', 'sound', 'image_sound'] as const;
  const count = (holds: (item: Report['items'][number]) => boolean) => items.filter(holds).length;
  const several = (values: readonly string[]): boolean => new Set(values).size > 1;
  return (
    '<div class="filters" role="group" aria-label="Show only"><label class="hidden" for="find">Find an item by name</label>' +
    '<input id="find" type="search" placeholder="Find a bird">' +
    BADNESS.map((badness) =>
      chip(
        'answer',
        badness,
        BADNESS_WORDS[badness],
        count((item) => badnessOf(item) === badness),
      ),
    ).join('') +
    (several(items.map(({ kind }) => kind))
      ? kinds
          .map((kind) =>
            chip(
              'kind',
              kind,
              KIND_WORDS[kind],
              count((item) => item.kind === kind),
            ),
          )
          .join('')
      : '') +
    (several(items.map(({ modality }) => modality))
      ? modalities
          .map((one) =>
            chip(
              'modality',
              one,
              GROUP_WORDS[one] ?? one,
              count((item) => item.modality === one),
            ),
          )
          .join('')
      : '') +
    '</div><p class="note" id="count" role="status"></p>'
  );
}
