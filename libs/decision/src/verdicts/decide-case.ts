import type { Id } from '@assay/contracts';
import { countRow, reaches, type RowCount, type VerdictMatrix } from './verdict-matrix.js';

/**
 * `case: null` is too little to decide. For EVALUATION_INCOMPLETE, `undecided` lists candidates whose missing verdicts
 * matter: they are judged again.
 */
export type CaseDecision =
  | { case: 'A' | 'B'; passers: Id[] }
  | { case: 'C'; contenders: Id[] }
  | { case: 'D' }
  | { case: null; cause: 'NO_CANDIDATES' | 'NO_TESTS' }
  | { case: null; cause: 'EVALUATION_INCOMPLETE'; undecided: Id[] };

/**
 * A: exactly one candidate passes all tests; B: several; C: none, but one reaches the threshold; D: none does.
 * UNDECIDED candidates cannot win; if they could improve C or D, the evaluation is incomplete.
 * @param threshold percent
 * @param mayFail failed tests that leave a candidate in C
 */
export function decideCase(matrix: VerdictMatrix, threshold: number, mayFail = 0): CaseDecision {
  const isContender = ({ failed, total }: RowCount): boolean =>
    failed <= mayFail || reaches(total - failed, total, threshold);
  return decide(matrix, (judged, undecided) => {
    const contenders = judged.filter(isContender);
    const better = undecided.filter((row) => (contenders.length > 0 ? couldPassAll(row) : isContender(row)));
    if (better.length > 0) return incomplete(better);
    return contenders.length > 0
      ? { case: 'C', contenders: contenders.map(({ candidate }) => candidate) }
      : { case: 'D' };
  });
}

/** After reviews: A or B with passing candidates, else D, unless a review is missing. */
export function decideAfterReview(matrix: VerdictMatrix): Exclude<CaseDecision, { case: 'C' }> {
  return decide(matrix, (_judged, undecided) => {
    const better = undecided.filter(couldPassAll);
    return better.length > 0 ? incomplete(better) : { case: 'D' };
  });
}

type Undecided = { case: null; cause: 'EVALUATION_INCOMPLETE'; undecided: Id[] };

function decide<Rest extends CaseDecision>(
  matrix: VerdictMatrix,
  withoutPasser: (judged: RowCount[], undecided: RowCount[]) => Rest | Undecided,
): Exclude<CaseDecision, { case: 'C' | 'D' }> | Rest | Undecided {
  if (matrix.rows.length === 0) return { case: null, cause: 'NO_CANDIDATES' };
  if (matrix.tests === 0) return { case: null, cause: 'NO_TESTS' };
  const rows = matrix.rows.map((row) => countRow(row, matrix.tests));
  const judged = rows.filter((row) => row.undecided === 0);
  const passers = judged.filter((row) => row.failed === 0).map(({ candidate }) => candidate);
  if (passers.length > 0) return { case: passers.length === 1 ? 'A' : 'B', passers };
  if (judged.length === 0) return incomplete(rows);
  return withoutPasser(
    judged,
    rows.filter((row) => row.undecided > 0),
  );
}

function couldPassAll(row: RowCount): boolean {
  return row.failed === 0;
}

function incomplete(rows: RowCount[]): Undecided {
  return { case: null, cause: 'EVALUATION_INCOMPLETE', undecided: rows.map(({ candidate }) => candidate) };
}
