import { isAbove } from '@assay/contracts/plain';
import { candidatesOf } from '../candidates.js';
import { attemptOdds, type ClassOdds } from '../odds/attempt-odds.js';
import { CARRIED } from '../odds/weigh.js';
import { byVote, standings, type Finalist } from './finalists.js';
import { finalJudgements, matrixOf, testCount } from '../verdicts/judgements.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { countRow, reaches } from '../verdicts/verdict-matrix.js';

/** A candidate that may be SILVER. */
export interface SilverCandidate {
  attempt: AttemptState;
  finalist: Finalist;
  passed: number;
  total: number;
  /** Where verdicts are weighed. */
  odds?: ClassOdds;
}

/**
 * The best candidate of any level, or null where there is none. Where verdicts are weighed, by odds; else, of those at or
 * above the threshold by its final verdicts: the highest pass rate, then the stronger level, then the vote (larger cluster,
 * more frequent text, simpler SQL, seeded coin).
 */
export function bestSilver(run: QuestionRun): SilverCandidate | null {
  if (run.settings.verdicts === 'weighed') return likeliestSilver(run);
  const eligible = run.attempts.flatMap((attempt) => silverCandidates(run, attempt));
  return eligible.sort(bySilver)[0] ?? null;
}

/** The class of best odds, of any level, that passes, reaches the threshold, or is carried by the odds. */
function likeliestSilver(run: QuestionRun): SilverCandidate | null {
  const [best] = run.attempts
    .flatMap((attempt) => attemptOdds(run, attempt))
    .filter(
      ({ breaksDefinition, reachesThreshold, probability }) =>
        !breaksDefinition && (reachesThreshold || probability > CARRIED),
    )
    .sort((left, right) => right.probability - left.probability);
  return best === undefined ? null : silverOf(best);
}

/** A class that may answer by its odds. */
export function silverOf(odds: ClassOdds): SilverCandidate {
  const { attempt, finalist, passed, total } = odds;
  return { attempt, finalist, passed, total, odds };
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
