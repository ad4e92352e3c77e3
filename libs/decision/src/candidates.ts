import type { CandidateView, GeneratorPayload, GeneratorResult, Id } from '@assay/contracts';
import { classOfCandidate } from './behaviour/class-of-candidate.js';
import { wavesOf, type QuestionRun } from './question-run.js';

export interface Candidate extends GeneratorResult {
  id: Id;
  /** From 1. */
  ordinal: number;
  duplicateOf: Id | null;
  strategy: GeneratorPayload['strategy'];
  temperature: number;
  /** Behaviour class; null while unknown, and if each SQL is judged by itself. */
  behaviour: string | null;
}

/** By ordinal, with duplicates and invalid ones (but no invalid known SQL). */
export function candidatesOf(run: QuestionRun, attempt: number): Candidate[] {
  const tasks = wavesOf(run, attempt).flatMap((wave) => wave.tasks);
  const classOf = classOfCandidate(run, attempt);
  const delivered = new Set(tasks.filter((task) => task.status === 'DONE').map((task) => task.id));
  const candidates = tasks
    .flatMap(({ id, ordinal, payload, status, result, duplicateOf }) =>
      status === 'DONE' && result !== null
        ? [{ ...result, id, ordinal, duplicateOf: originalAmong(delivered, id, duplicateOf), ...payload }]
        : [],
    )
    .sort((left, right) => left.ordinal - right.ordinal);
  return acrossWaves(candidates).map((candidate) => ({ ...candidate, behaviour: classOf(candidate) }));
}

type Unclassified = Omit<Candidate, 'behaviour'>;

/** Rows know duplicates within a stage only; a candidate of an earlier wave is the original of later ones. */
function acrossWaves(candidates: readonly Unclassified[]): Unclassified[] {
  const originals = new Map<string, Id>();
  const representedBy = new Map<Id, Id>();
  for (const { id, canonical, valid, duplicateOf } of candidates) {
    if (duplicateOf !== null || canonical === '') continue;
    const key = `${valid} ${canonical}`;
    const original = originals.get(key);
    if (original === undefined) originals.set(key, id);
    else representedBy.set(id, original);
  }
  return candidates.map((candidate) => {
    const nearest = candidate.duplicateOf ?? candidate.id;
    return { ...candidate, duplicateOf: representedBy.get(nearest) ?? candidate.duplicateOf };
  });
}

/** By ordinal, valid or not. */
export function distinctCandidates(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter((candidate) => candidate.duplicateOf === null);
}

function judgedCandidates(candidates: readonly Candidate[]): { candidate: Candidate; number: number }[] {
  return distinctCandidates(candidates)
    .filter((candidate) => candidate.valid)
    .map((candidate, index) => ({ candidate, number: index + 1 }));
}

export function candidateViews(candidates: readonly Candidate[]): CandidateView[] {
  return judgedCandidates(candidates).map(({ candidate, number }) => ({
    id: candidate.id,
    number,
    sql: candidate.sql,
    examination: candidate.examination,
    execution: candidate.execution,
    ...(candidate.evidenceFailures && { evidenceFailures: candidate.evidenceFailures }),
  }));
}

export function repeatsFailed(
  { canonical, behaviour }: Pick<Candidate, 'canonical' | 'behaviour'>,
  failed: { canonicals: ReadonlySet<string>; behaviours: ReadonlySet<string> },
): boolean {
  return failed.canonicals.has(canonical) || (behaviour !== null && failed.behaviours.has(behaviour));
}

/** The original counts only if delivered, and another task. */
function originalAmong(delivered: ReadonlySet<Id>, id: Id, duplicateOf: Id | null): Id | null {
  return duplicateOf !== null && duplicateOf !== id && delivered.has(duplicateOf) ? duplicateOf : null;
}
