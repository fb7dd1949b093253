import { SHARE_RESULTS, type ShareResult } from '../sw/shared';

const SCREENS = [
  'about',
  'record',
  'sounds',
  'photos',
  'here',
  'packs',
  'compare',
  'export',
  'review',
  'birds',
] as const;
const NOTEBOOK_VIEWS = ['list', 'map', 'calendar'] as const;
export type NotebookView = (typeof NOTEBOOK_VIEWS)[number];

/** The screen that the address names. Hash routes: a reload or a link works from any static server, and offline. */
type Route =
  | { screen: 'shared'; result: ShareResult }
  | { screen: 'home' }
  | { screen: 'notebook'; view: NotebookView }
  | { screen: 'run'; id: string }
  | { screen: (typeof SCREENS)[number] };

let hash = $state(location.hash);
addEventListener('hashchange', () => {
  hash = location.hash;
});

export function currentRoute(): Route {
  return parseRoute(hash);
}

export function parseRoute(address: string): Route {
  const [screen, id] = address.replace(/^#\/?/, '').split('/');
  const simple = SCREENS.find((one) => one === screen);
  if (simple) return { screen: simple };
  if (screen === 'shared') return { screen, result: SHARE_RESULTS.find((one) => one === id) ?? 'files' };
  if (screen === 'notebook') return { screen, view: NOTEBOOK_VIEWS.find((one) => one === id) ?? 'list' };
  if (screen === 'run' && id) return { screen: 'run', id: decodeURIComponent(id) };
  return { screen: 'home' };
}

/** Goes to a screen; from one run to another the step replaces, so that Back leads out of the observation. */
export function go(path: string): void {
  const next = `#${path}`;
  if (next === location.hash) return;
  if (parseRoute(next).screen === 'run' && parseRoute(location.hash).screen === 'run') replace(path);
  else location.hash = next;
}

export function replace(path: string): void {
  history.replaceState(null, '', `#${path}`);
  hash = location.hash;
}
