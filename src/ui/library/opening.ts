import { nextTask } from '../../domain/slices';
import type { Goldcrest } from '../../app/goldcrest';
import { Finding, type FindingHost } from '../finding/finding.svelte';
import type { Preloading } from '../state/preloading';
import { bursts, type Taken } from './bursts';
import { Library } from './library.svelte';

/** What a photo library needs from the app. */
export type LibraryOpener = FindingHost &
  ConstructorParameters<typeof Library>[0] & {
    opening: number;
    library: Library | null;
    readonly preloading: Pick<Preloading, 'leaveToRun'>;
    open: () => Promise<Goldcrest | null>;
    openFolder: () => Promise<unknown>;
  };

/** Many photos of several birds are grouped by time and place; returns whether they were. */
export async function openLibrary(session: LibraryOpener, files: readonly File[]): Promise<boolean> {
  const photos = files.filter((file) => file.type.startsWith('image/') || /\.hei[cf]$/i.test(file.name));
  if (photos.length < files.length / 2) return false;
  session.opening += photos.length;
  session.preloading.leaveToRun();
  const app = await session.open();
  const taken: Taken[] = [];
  for (const file of photos) {
    if (app) taken.push({ file, ...(await app.photoFacts(file)) });
    session.opening -= 1;
  }
  const groups = bursts(taken);
  if (groups.length < 2) return false;
  session.library ??= new Library(session);
  await session.library.open(groups);
  return true;
}

/** What an earlier visit left: a library that was not looked at to its end, a folder that is kept in step, and the notebook. */
export async function goOn(session: LibraryOpener): Promise<void> {
  const { app } = session;
  if (!app) return;
  if ((await app.queue.unfinished()).length > 0) {
    session.library ??= new Library(session);
    await session.library.look();
  }
  if (await app.folders.load()) await session.openFolder();
  // Thousands of observations take most of a second to read: whoever opens the notebook later finds it read.
  const count = await app.notebook.count();
  session.notebook.reportCleared(count);
  if (session.notebook.loaded || count === 0) return;
  await session.notebook.load();
  await nextTask();
  Finding.of(session).warmUp();
}
