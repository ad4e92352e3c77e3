import { isAbove } from '@assay/contracts/plain';
import { candidatesOf } from '../candidates.js';
import { byVote, standings, type Finalist } from './finalists.js';
import { finalJudgements, matrixOf, testCount } from '../verdicts/judgements.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { countRow, reaches } from '../verdicts/verdict-matrix.js';

export interface SilverCandidate {
  attempt: AttemptState;
  finalist: Finalist;
  passed: number;
  total: number;
}

/** Best candidate at or above the threshold by final verdicts: pass rate, stronger level, then vote. */
export function bestSilver(run: QuestionRun): SilverCandidate | null {
  const eligible = run.attempts.flatMap((attempt) => silverCandidates(run, attempt));
  return eligible.sort(bySilver)[0] ?? null;
}

function silverCandidates(run: QuestionRun, attempt: AttemptState): SilverCandidate[] {
  const candidates = candidatesOf(run, attempt.ordinal);
  const total = testCount(run, attempt.ordinal);
  if (total === 0) return [];
  const { rows } = matrixOf(finalJudgements(run, attempt.ordinal), total);
  return rows.flatMap((row) => {
    const { passed, undecided } = countRow(row, total);
    const candidate = candidates.find(({ id }) => id === row.candidate);
    if (candidate === undefined || undecided > 0 || !reaches(passed, total, run.settings.passThreshold)) return [];
    const [finalist] = standings([candidate], candidates, { seed: run.seed, attempt: attempt.ordinal });
    return finalist === undefined ? [] : [{ attempt, finalist, passed, total }];
  });
}

function bySilver(left: SilverCandidate, right: SilverCandidate): number {
  const rate = right.passed * left.total - left.passed * right.total;
  if (rate !== 0) return rate;
  if (left.attempt.level !== right.attempt.level) return isAbove(right.attempt.level, left.attempt.level) ? 1 : -1;
  return byVote(left.finalist, right.finalist);
}
