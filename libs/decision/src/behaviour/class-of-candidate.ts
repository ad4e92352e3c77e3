import type { Id, ProbeResult } from '@assay/contracts';
import { latestRound, type QuestionRun } from '../question-run.js';

export function probeResult(run: QuestionRun, attempt: number): ProbeResult | null {
  const stage = latestRound(run, attempt, 'probe');
  return stage?.status === 'CLOSED' ? (stage.tasks[0]?.result ?? null) : null;
}

interface Classified {
  id: Id;
  valid: boolean;
  duplicateOf: Id | null;
  /** Fingerprint of the target's result. */
  cluster: string | null;
}

/** Null while unknown, and if each SQL is judged by itself. Without instances, results are the classes. */
export function classOfCandidate(run: QuestionRun, attempt: number): (candidate: Classified) => string | null {
  const { judge, bypassEvaluation } = run.settings;
  const isOver = latestRound(run, attempt, 'generate')?.status === 'CLOSED';
  const isProbing = latestRound(run, attempt, 'probe')?.status === 'OPEN';
  if (judge === 'text' || bypassEvaluation || !isOver || isProbing) return () => null;
  const classes = new Map<Id, string>();
  for (const { id, candidates } of probeResult(run, attempt)?.classes ?? []) {
    for (const candidate of candidates) classes.set(candidate, id);
  }
  return ({ id, valid, duplicateOf, cluster }) => {
    if (!valid) return null;
    const original = duplicateOf ?? id;
    return classes.get(original) ?? cluster ?? `alone:${original}`;
  };
}
