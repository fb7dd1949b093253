import type { Reliability, RiskCoverage } from '../curves';
import { escape, percent } from './markup';

/** Plots as SVG text: they stand in the report, in docs/results, and on any screen, without a script. */

export interface Series {
  name: string;
  /** A class of the style sheet: the system is bold and solid, what it is compared with thin and dashed. */
  style: 'system' | 'baseline' | 'third' | 'fourth' | 'fifth';
  points: readonly (readonly [number, number])[];
  /** Draws each point as well as the line. */
  dots?: boolean;
}

export interface Axes {
  title: string;
  /** The text for screen readers. */
  description: string;
  x: { label: string; ticks: readonly number[]; format: (value: number) => string };
  y: { label: string; ticks: readonly number[]; format: (value: number) => string };
  diagonal?: boolean;
}

const WIDTH = 420;
const HEIGHT = 300;
const LEFT = 70;
const BOTTOM = 46;
const TOP = 34;
const RIGHT = 24;
/** Of the legend, which stands below the plot, because its lines may go anywhere: a row, a sample of a line, a letter. */
const LEGEND = { row: 20, sample: 30, letter: 7.2, gap: 18 };

/** Legible on paper and on dark alike; a picture in docs has no style sheet of ours, so the plot carries it. */
export const PLOT_STYLE = `<style>
.plot{font:13px system-ui,sans-serif;color-scheme:light dark}
.plot text{fill:light-dark(#454d46,#c3c7bb)}.plot .grid{stroke:light-dark(#ddd9ca,#333d35);stroke-width:1}
.plot .name{font-weight:600;fill:light-dark(#1e241f,#edece2)}
.plot .line{fill:none;stroke-linejoin:round;stroke-width:2}
.plot .system{stroke:light-dark(#3d5c28,#a8c98a);stroke-width:3}.plot .system.dot{fill:light-dark(#3d5c28,#a8c98a)}
.plot .baseline{stroke:light-dark(#9a3a24,#f0a08a);stroke-dasharray:6 4}.plot .baseline.dot{fill:light-dark(#9a3a24,#f0a08a)}
.plot .third{stroke:light-dark(#53606a,#a5b0b7);stroke-dasharray:2 3}.plot .third.dot{fill:light-dark(#53606a,#a5b0b7)}
.plot .fourth{stroke:light-dark(#8a6200,#f2bc2b);stroke-dasharray:9 3 2 3}.plot .fourth.dot{fill:light-dark(#8a6200,#f2bc2b)}
.plot .fifth{stroke:light-dark(#3a5a8c,#8fb3e8);stroke-dasharray:12 4}.plot .fifth.dot{fill:light-dark(#3a5a8c,#8fb3e8)}
.plot .dot{stroke:none}.plot .lost{fill:light-dark(#53606a,#a5b0b7)}
</style>`;

export function linePlot(axes: Axes, series: readonly Series[]): string {
  const [x, y] = [scale(axes.x.ticks, LEFT, WIDTH - RIGHT), scale(axes.y.ticks, HEIGHT - BOTTOM, TOP)];
  const grid = [
    ...axes.x.ticks.map(
      (tick) => `<text x="${x(tick)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${axes.x.format(tick)}</text>`,
    ),
    ...axes.y.ticks.map(
      (tick) =>
        `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/>` +
        `<text x="${LEFT - 8}" y="${y(tick) + 4}" text-anchor="end">${axes.y.format(tick)}</text>`,
    ),
  ];
  const [fromX, toX] = [axes.x.ticks[0]!, axes.x.ticks.at(-1)!];
  if (axes.diagonal) {
    grid.push(`<line class="grid" x1="${x(fromX)}" y1="${y(fromX)}" x2="${x(toX)}" y2="${y(toX)}"/>`);
  }
  const lines = series.map(({ style, points, dots }) => {
    const at = points.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`);
    const marks = dots
      ? at.map(
          (point) => `<circle class="dot ${style}" cx="${point.split(',')[0]!}" cy="${point.split(',')[1]!}" r="4"/>`,
        )
      : [];
    return `<polyline class="line ${style}" points="${at.join(' ')}"/>${marks.join('')}`;
  });
  const names = legend(series);
  return frame(axes, HEIGHT + names.height, `${grid.join('')}${lines.join('')}${names.content}${axisNames(axes)}`);
}

function scale(ticks: readonly number[], from: number, to: number): (value: number) => number {
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  return (value) => from + ((Math.min(high, Math.max(low, value)) - low) / (high - low || 1)) * (to - from);
}

function frame({ title, description }: Axes, height: number, content: string): string {
  return (
    `<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" ` +
    `aria-label="${escape(`${title}. ${description}`)}">${PLOT_STYLE}` +
    `<text class="name" x="0" y="14">${escape(title)}</text>${content}</svg>`
  );
}

function axisNames({ x, y }: Axes): string {
  return (
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escape(x.label)}</text>` +
    `<text x="14" y="${(TOP + HEIGHT - BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(TOP + HEIGHT - BOTTOM) / 2})">${escape(y.label)}</text>`
  );
}

function legend(series: readonly Series[]): { height: number; content: string } {
  if (series.length < 2) return { height: 0, content: '' };
  const longest = Math.max(...series.map(({ name }) => name.length));
  const width = LEGEND.sample + longest * LEGEND.letter + LEGEND.gap;
  const columns = Math.max(1, Math.floor(WIDTH / width));
  const entries = series.map(({ name, style }, index) => {
    const x = (index % columns) * width;
    const y = HEIGHT + 14 + Math.floor(index / columns) * LEGEND.row;
    return `<line class="line ${style}" x1="${x}" x2="${x + 24}" y1="${y - 4}" y2="${y - 4}"/><text x="${x + LEGEND.sample}" y="${y}">${escape(name)}</text>`;
  });
  return { height: Math.ceil(series.length / columns) * LEGEND.row + 4, content: entries.join('') };
}

/** Ticks from 0 to at least `most`, in steps people count in. */
export function ticksTo(most: number): number[] {
  const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25];
  const step = steps.find((one) => most / one <= 5) ?? 0.25;
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toFixed(4)));
}

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];
const whole = (value: number): string => percent(value, 0);

export function riskCoveragePlot(system: RiskCoverage, softmax: RiskCoverage): string {
  const points = ({ coverage, risk }: RiskCoverage) => coverage.map((at, index) => [at, risk[index]!] as const);
  const most = Math.max(0.1, ...system.risk, ...softmax.risk);
  const axes: Axes = {
    title: 'Wrong species, if only the surest are named',
    description: `Area ${system.area.toFixed(3)} for the verdicts, ${softmax.area.toFixed(3)} for the plain softmax; lower is better.`,
    x: { label: 'share of items that get a species', ticks: QUARTERS, format: whole },
    y: { label: 'share of them that is wrong', ticks: ticksTo(most), format: whole },
  };
  return linePlot(axes, [
    { name: `verdict rules, area ${system.area.toFixed(3)}`, style: 'system', points: points(system) },
    { name: `softmax alone, area ${softmax.area.toFixed(3)}`, style: 'baseline', points: points(softmax) },
  ]);
}

export function reliabilityPlot(verdicts: Reliability, classifier: Reliability): string {
  const points = ({ bins }: Reliability) => bins.map(({ said, came }) => [said, came] as const);
  const axes: Axes = {
    title: 'What was said, and what came true',
    description: `Calibration error ${percent(verdicts.error)} for verdicts, ${percent(classifier.error)} for the classifier's first species.`,
    x: { label: 'probability that was said', ticks: QUARTERS, format: whole },
    y: { label: 'share that was right', ticks: QUARTERS, format: whole },
    diagonal: true,
  };
  return linePlot(axes, [
    { name: `verdicts, error ${percent(verdicts.error)}`, style: 'system', points: points(verdicts), dots: true },
    {
      name: `classifier, error ${percent(classifier.error)}`,
      style: 'baseline',
      points: points(classifier),
      dots: true,
    },
  ]);
}

export function barPlot(title: string, bars: readonly { name: string; n: number }[]): string {
  const most = Math.max(1, ...bars.map(({ n }) => n));
  const row = 26;
  const height = 30 + row * Math.max(1, bars.length);
  const lines = bars.map(({ name, n }, index) => {
    const y = 30 + index * row;
    const width = (n / most) * 190;
    return (
      `<text x="200" y="${y + 15}" text-anchor="end">${escape(name)}</text>` +
      `<rect class="lost" x="208" y="${y + 3}" width="${width.toFixed(1)}" height="16" rx="3"/>` +
      `<text x="${214 + width}" y="${y + 15}">${n}</text>`
    );
  });
  const said = bars.map(({ name, n }) => `${name}: ${n}`).join(', ') || 'nothing';
  return (
    `<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + 20} ${height}" role="img" aria-label="${escape(`${title}. ${said}.`)}">` +
    `${PLOT_STYLE}<text class="name" x="0" y="14">${escape(title)}</text>${lines.join('')}</svg>`
  );
}
