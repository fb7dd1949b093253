/** Which files of the build the first screen needs: the service worker keeps those at its installation, and the rest later. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstLoadScripts, type BuildManifest } from './budget.ts';

interface Entry {
  url: string;
  revision: string | null;
  size: number;
}

/** The page without a screen is not needed offline. */
const HEADLESS = 'assets/headless-';

/**
 * Marks the files with a hash in their names that the first screen does not need (`LATER` in src/sw/build-files.ts), and leaves
 * out those that no screen needs.
 * @param dist where the build is written
 */
export function markLater(dist: () => string) {
  return (entries: Entry[]) => {
    const chunks = JSON.parse(readFileSync(join(dist(), '.vite/manifest.json'), 'utf8')) as BuildManifest;
    const first = new Set(firstLoadScripts(chunks));
    for (const { file, css = [] } of Object.values(chunks)) {
      if (first.has(file)) for (const one of css) first.add(one);
    }
    const isLater = (url: string) => /^assets\/.*\.(js|mjs|css|woff2)$/.test(url) && !first.has(url);
    const manifest = entries
      .filter(({ url }) => !url.startsWith(HEADLESS))
      .map((entry) => (isLater(entry.url) ? { ...entry, revision: 'later' } : entry));
    return Promise.resolve({ manifest, warnings: [] });
  };
}
