import type { GivenAnswer } from '../../agent/answering';
import type { RunState } from './run.svelte';
import type { Session } from './session.svelte';

/** Puts an answer of the observer into a run, live or saved, and keeps the run as it is then. */
export async function answerIn(session: Session, run: RunState, given: GivenAnswer): Promise<void> {
  const { app } = session;
  if (!app || !run.verdict) return;
  for (const event of await app.judging.answer(run.events, given)) run.push(event);
  const kept = run.id === null ? undefined : await app.runs.load(run.id);
  await session.keepRun(run, kept?.thumbnail ?? null);
  await session.refresh();
}
