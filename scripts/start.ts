/**
 * `npm start -- [--port N] [--host ADDR] [--https]`: installs and builds what is missing or out of date, then serves the app.
 *
 *   --port N      instead of 4170, or of PORT in the environment
 *   --host ADDR   who may reach it: 127.0.0.1, this machine only, or 0.0.0.0, everyone in the network
 *   --https       with a certificate made on this machine, which phones need for microphone and location
 */
import process from 'node:process';
import { ensureBuilt } from './build.ts';
import { main } from './run.ts';
import { serve } from './server.ts';

await main(async () => {
  await ensureBuilt();
  await serve(process.argv.slice(2));
  return 0;
});
