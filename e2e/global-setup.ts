import { ensureBuilt } from '../scripts/build.ts';

/** The tests look at the built app, so it has to be the one that the sources give. */
export default async function globalSetup(): Promise<void> {
  await ensureBuilt();
}
