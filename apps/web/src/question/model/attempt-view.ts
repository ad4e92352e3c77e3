import { judgedCandidates, lastScore } from '@assay/client';
import type { AttemptRecord, BehaviourRecord, CandidateRecord, Id, TestRecord } from '@assay/contracts';

export type VerdictRecord = AttemptRecord['verdicts'][number];

export interface Cell {
  evaluator: VerdictRecord | null;
  supervisor: VerdictRecord | null;
  /** For a metric's definition: decided on generated data. */
  instances: VerdictRecord | null;
}

/** Equal behaviour, or equal results if judged by SQL. */
export interface CandidateGroup {
  /** 1 is the most frequent. */
  name: string;
  id: string;
  behaviour: BehaviourRecord | null;
  /** Includes duplicates; by ordinal. */
  candidates: CandidateRecord[];
  distinct: CandidateRecord[];
}

export interface AttemptView {
  attempt: AttemptRecord;
  /** The n-th is `SQL #n`. */
  judged: CandidateRecord[];
  groups: CandidateGroup[];
  invalid: CandidateRecord[];
  kept: TestRecord[];
  mergedTests: TestRecord[];
  /** `SQL #3`, also for duplicates; else by job. */
  nameOf(candidate: Id): string;
  cell(candidate: Id, test: Id): Cell | undefined;
  /** After reviews; null if not judged. */
  passRate(candidate: Id): number | null;
}

export function viewAttempt(attempt: AttemptRecord): AttemptView {
  const judged = judgedCandidates(attempt);
  const numbers = new Map(judged.map((candidate, index) => [candidate.id, index + 1]));
  const byId = new Map(attempt.candidates.map((candidate) => [candidate.id, candidate]));
  const cells = cellsOf(attempt);
  const kept = attempt.tests
    .filter(({ number }) => number !== null)
    .sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
  return {
    attempt,
    judged,
    groups: groupsOf(attempt),
    invalid: attempt.candidates.filter(({ valid }) => !valid),
    kept,
    mergedTests: attempt.tests.filter(({ number, keptAs }) => number === null && keptAs !== null),
    nameOf: (id) => {
      const candidate = byId.get(id);
      const number = numbers.get(candidate?.duplicateOf ?? id);
      return number === undefined ? `candidate ${candidate?.ordinal ?? '?'}` : `SQL #${number}`;
    },
    cell: (candidate, test) => cells.get(`${candidate} ${test}`),
    passRate: (candidate) => lastScore(attempt, candidate)?.passRate ?? null,
  };
}

export function decisive(cell: Cell | undefined): VerdictRecord | null {
  return cell?.supervisor ?? cell?.evaluator ?? cell?.instances ?? null;
}

export function isChanged({ evaluator, supervisor }: Cell): boolean {
  return evaluator !== null && supervisor !== null && evaluator.verdict !== supervisor.verdict;
}

function cellsOf(attempt: AttemptRecord): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const verdict of attempt.verdicts) {
    const key = `${verdict.candidate} ${verdict.test}`;
    const cell = cells.get(key) ?? { evaluator: null, supervisor: null, instances: null };
    cell[verdict.by] = verdict;
    cells.set(key, cell);
  }
  return cells;
}

function groupsOf(attempt: AttemptRecord): CandidateGroup[] {
  const classes = new Map(attempt.behaviours.map((behaviour) => [behaviour.id, behaviour]));
  const word = classes.size > 0 ? 'Behaviour' : 'Result';
  const valid = attempt.candidates.filter(({ valid: isValid }) => isValid);
  const groups = Map.groupBy(valid, ({ behaviour, cluster }) => (classes.size > 0 ? behaviour : cluster) ?? 'unknown');
  return [...groups]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([id, members], index) => {
      const candidates = [...members].sort((one, other) => one.ordinal - other.ordinal);
      const distinct = candidates.filter(({ duplicateOf }) => duplicateOf === null);
      return { name: `${word} ${index + 1}`, id, behaviour: classes.get(id) ?? null, candidates, distinct };
    });
}
