import type { Id, ProbeResult } from '@assay/contracts';
import { latestRound, type QuestionRun } from '../question-run.js';

/** What telling the candidates of an attempt apart has given; null where it did not happen, or is not over. */
export function probeResult(run: QuestionRun, attempt: number): ProbeResult | null {
  const stage = latestRound(run, attempt, 'probe');
  return stage?.status === 'CLOSED' ? (stage.tasks[0]?.result ?? null) : null;
}

/** A candidate as far as its class goes. */
interface Classified {
  id: Id;
  valid: boolean;
  duplicateOf: Id | null;
  /** Fingerprint of what the target returned. */
  cluster: string | null;
}

/**
 * The class of equal behaviour of each candidate; null while it is not known, and where each SQL is judged by itself.
 * Where candidates were not told apart by instances, what the target returned is their class.
 */
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
