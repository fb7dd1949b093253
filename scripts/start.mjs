/** `npm start`: installs and builds what is missing or out of date, then serves the app. */
import process from 'node:process';
import { ensureInstalled } from './install.mjs';
import { packsBeside } from './packs-beside.mjs';
import { main } from './run.mjs';
import { serve } from './server.mjs';

await main(async () => {
  await ensureInstalled();
  const { ensureBuilt } = await import('./build.mjs');
  await ensureBuilt();
  const beside = Object.values(packsBeside()).flatMap((folder) => ['--better', folder]);
  await serve([...beside, ...process.argv.slice(2)]);
  return 0;
});
