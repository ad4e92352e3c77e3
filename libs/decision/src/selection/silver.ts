import { isAbove } from '@assay/contracts';
import { candidatesOf, type Candidate } from '../candidates.js';
import { byVote, clusterOf, clusterSizes, coinOf, type Finalist } from './finalists.js';
import { finalJudgements, matrixOf } from '../verdicts/judgements.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { countRow, reaches } from '../verdicts/verdict-matrix.js';

/** A candidate that may be SILVER. */
export interface SilverCandidate {
  attempt: AttemptState;
  finalist: Finalist;
  passed: number;
  total: number;
}

/**
 * The best candidate of any level at or above the threshold, by its final verdicts, or null where there is none: the
 * highest pass rate, then the stronger level, then the vote (larger cluster, simpler SQL, seeded coin).
 */
export function bestSilver(run: QuestionRun): SilverCandidate | null {
  const eligible = run.attempts.flatMap((attempt) => silverCandidates(run, attempt));
  return eligible.sort(bySilver)[0] ?? null;
}

function silverCandidates(run: QuestionRun, attempt: AttemptState): SilverCandidate[] {
  const candidates = candidatesOf(run, attempt.ordinal);
  const total = attempt.tests?.numbered.length ?? 0;
  if (total === 0) return [];
  const { rows } = matrixOf(finalJudgements(run, attempt.ordinal), total);
  return rows.flatMap((row) => {
    const { passed, undecided } = countRow(row, total);
    const candidate = candidates.find(({ id }) => id === row.candidate);
    if (candidate === undefined || undecided > 0 || !reaches(passed, total, run.settings.passThreshold)) return [];
    return [{ attempt, finalist: finalistOf(run, attempt, candidate, candidates), passed, total }];
  });
}

function finalistOf(
  run: QuestionRun,
  attempt: AttemptState,
  candidate: Candidate,
  candidates: readonly Candidate[],
): Finalist {
  return {
    candidate: candidate.id,
    clusterSize: clusterSizes(candidates).get(clusterOf(candidate)) ?? 1,
    complexity: candidate.complexity,
    coin: coinOf(candidate, { seed: run.seed, attempt: attempt.ordinal }),
  };
}

function bySilver(left: SilverCandidate, right: SilverCandidate): number {
  const rate = right.passed * left.total - left.passed * right.total;
  if (rate !== 0) return rate;
  if (left.attempt.level !== right.attempt.level) return isAbove(right.attempt.level, left.attempt.level) ? 1 : -1;
  return byVote(left.finalist, right.finalist);
}
