import { answers, type Ledger } from './ledger';

/** Null where nothing was measured. */
export type Grade = 'pass' | 'marginal' | 'fail' | null;

/** The best grade of any picture, or of any recording: one good one is enough. */
export function bestGrade(ledger: Ledger, tool: 'quality_gate' | 'audio_quality'): Grade {
  const grades = answers(ledger, tool).map(({ payload }) => payload.grade);
  return (['pass', 'marginal', 'fail'] as const).find((grade) => grades.includes(grade)) ?? null;
}
