import type { GivenAnswer } from '../../agent/answering';
import { pageOf } from '../../domain/notebook/page';
import type { RunState } from './run.svelte';
import type { Session } from './session.svelte';

/** Puts an answer of the observer into a run, live or saved, and keeps the run as it is then. */
export async function answerIn(session: Session, run: RunState, given: GivenAnswer): Promise<void> {
  const { app } = session;
  if (!app || !run.verdict) return;
  for (const event of await app.judging.answer(run.events, given)) run.push(event);
  if (run.id === null) return;
  const saved = await app.runs.load(run.id);
  const kept = await app.notebook.ofRun(run.id);
  if (kept) await session.notebook.judged(pageOf(kept), run, saved?.thumbnail ?? null);
  else await session.keepRun(run, saved?.thumbnail ?? null);
  await session.refresh();
}
