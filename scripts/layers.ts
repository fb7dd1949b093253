/** Which folder may import which, what does, and how docs/architecture.md shows it. */
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

interface Layer {
  /** A folder or a file, without the ending. */
  path: string;
  holds: string;
}

/** From the ground up: each may import what stands before it in this list, and nothing else of ours. */
export const LAYERS: readonly Layer[] = [
  { path: 'src/domain', holds: 'observation, taxonomy, tool payloads, ledger, verdict and its rules: pure TypeScript' },
  {
    path: 'src/places',
    holds: 'places by name: the table that models/gazetteer makes, and its search, which forgives slips',
  },
  { path: 'src/names', holds: 'names of birds in every language, and their search, which forgives slips' },
  { path: 'src/media', holds: 'photos and sounds as pixels and samples: decoding, EXIF, resampling, spectra' },
  { path: 'src/packs', holds: 'manifests, families of models, the store, download, import, trust' },
  { path: 'src/storage', holds: 'IndexedDB: runs, recordings, prior tiles' },
  { path: 'src/backup', holds: 'the notebook as one zip, out and in again' },
  { path: 'src/runtime', holds: 'onnxruntime: loading and proving models; the bridge to a worker' },
  { path: 'src/sound-view', holds: 'spectrograms as pictures' },
  { path: 'src/sound', holds: 'what the sound worker does with a recording, and the page’s side of it' },
  { path: 'src/vision', holds: 'what the vision worker does with a photo, and the page’s side of it' },
  { path: 'src/recorder', holds: 'the microphone, stored second by second' },
  {
    path: 'src/exports',
    holds: 'observations in the formats of others: eBird, Darwin Core, iNaturalist, GeoJSON, XMP, Raven, CSV',
  },
  { path: 'src/imports', holds: 'lists of birds from elsewhere: eBird’s life list' },
  { path: 'src/tools', holds: 'the nine tools as the agent calls them' },
  { path: 'src/agent', holds: 'the loop, the environment with its hints, the blueprint, dialects and grammars' },
  { path: 'src/policies', holds: 'language models as policies' },
  { path: 'src/app', holds: 'puts the parts together: the app without a screen' },
  { path: 'src/mcp', holds: 'the nine tools as an MCP server and for WebMCP' },
  { path: 'src/headless', holds: 'the app as a program, for the command line' },
  { path: 'src/sw', holds: 'the service worker' },
  { path: 'src/ui', holds: 'Svelte: screens, components that only draw, state, words' },
  { path: 'src/main', holds: 'starts the screens' },
  { path: 'workers', holds: 'the entry of each worker' },
  { path: 'training', holds: 'the environment that policies are trained in: a program of its own' },
  { path: 'evaluation', holds: 'sets, metrics, reports, calibration: a program of its own' },
];

const NOT_SHIPPED = String.raw`\.test\.ts$|/testing/`;

/** Matches everything in these layers; `src/sw` is a folder and a file. */
function within(layers: readonly Layer[]): string {
  return `^(${layers.map(({ path }) => path).join('|')})(/|\\.)`;
}

const RULES: IForbiddenRuleType[] = [
  { name: 'circle', severity: 'error', from: {}, to: { circular: true } },
  ...LAYERS.slice(0, -1).map((layer, index): IForbiddenRuleType => ({
    name: `${layer.path} imports what is built on it`,
    severity: 'error',
    from: { path: within([layer]) },
    to: { path: within(LAYERS.slice(index + 1)) },
  })),
];

export interface Imports {
  /** `file -> file: rule` for each import that may not be. */
  wrong: string[];
  /** Files that belong to no layer. */
  homeless: string[];
  /** The layers that each layer imports. */
  graph: Map<string, Set<string>>;
}

/** Reads every import below a folder, of types too. */
export async function readImports(root: string): Promise<Imports> {
  const { output } = await cruise(['src', 'workers', 'evaluation', 'training'], {
    baseDir: root,
    exclude: { path: NOT_SHIPPED },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden: RULES },
  });
  const { modules, summary } = output as ICruiseResult;
  const ours = modules.filter(({ source }) => /^(src|workers|evaluation|training)\/.*\.(ts|svelte|mjs)$/.test(source));
  // `?worker&url` is the address of a worker, not its code.
  const isAddress = (from: string, to: string): boolean =>
    to.startsWith('workers/') &&
    ours.some(({ source, dependencies }) =>
      dependencies.some(({ module, resolved }) => source === from && resolved === to && module.endsWith('?worker&url')),
    );
  const graph = new Map(LAYERS.map(({ path }) => [path, new Set<string>()]));
  for (const { source, dependencies } of ours) {
    for (const { resolved } of dependencies) {
      const [from, to] = [layerOf(source), layerOf(resolved)];
      if (from && to && from !== to && !isAddress(source, resolved)) graph.get(from)?.add(to);
    }
  }
  return {
    wrong: summary.violations
      .filter(({ from, to }) => !isAddress(from, to))
      .map(({ from, to, rule }) => `${from} -> ${to}: ${rule.name}`),
    homeless: ours.map(({ source }) => source).filter((source) => !layerOf(source)),
    graph,
  };
}

function layerOf(file: string): string | undefined {
  return LAYERS.find((layer) => new RegExp(within([layer])).test(file))?.path;
}

const [BEGIN, END] = ['<!-- layers: written by scripts/layers.test.ts -->', '<!-- end of layers -->'];

/** A page with its table of layers as they are. */
export function withLayers(page: string, { graph }: Imports): string {
  const rows = LAYERS.map(({ path, holds }) => {
    const imports = LAYERS.filter((other) => graph.get(path)?.has(other.path)).map(({ path: name }) => short(name));
    return `| \`${path}\` | ${holds} | ${imports.join(', ')} |`;
  });
  const table = ['| layer | holds | imports |', '| --- | --- | --- |', ...rows].join('\n');
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < 0) throw new Error(`the page has no place for the layers: ${BEGIN} … ${END}`);
  return `${page.slice(0, start + BEGIN.length)}\n\n${table}\n\n${page.slice(end)}`;
}

function short(path: string): string {
  return path.replace('src/', '');
}
