/** `npm start`: installs and builds what is missing or out of date, then serves the app. */
import process from 'node:process';
import { packsBeside } from './packs-beside.ts';
import { main } from './run.ts';
import { serve } from './server.ts';

await main(async () => {
  const { ensureBuilt } = await import('./build.ts');
  await ensureBuilt();
  const beside = Object.values(packsBeside()).flatMap((folder) => ['--better', folder]);
  await serve([...beside, ...process.argv.slice(2)]);
  return 0;
});
