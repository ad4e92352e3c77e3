import type { Id } from '@assay/contracts';
import { candidatesOf } from '../candidates.js';
import { comparisonsOf } from '../selection/comparisons.js';
import type { ConfidenceSignals } from './confidence.js';
import { clusterOf, clusterSizes } from '../selection/finalists.js';
import { finalJudgements } from '../verdicts/judgements.js';
import { currentAttempt, type AttemptState, type QuestionRun } from '../question-run.js';
import { playTournament } from '../selection/tournament.js';

/** An unjudged winner (bypass) has votes only. */
export function confidenceSignals(run: QuestionRun, attempt: AttemptState, winner: Id): ConfidenceSignals {
  return {
    clusterShare: clusterShare(run, attempt, winner),
    ...verdictSignals(run, attempt, winner),
    comparisonMargin: comparisonMargin(run, attempt, winner),
    level: currentAttempt(run)?.level ?? attempt.level,
  };
}

function clusterShare(run: QuestionRun, attempt: AttemptState, winner: Id): number {
  const candidates = candidatesOf(run, attempt.ordinal);
  const own = candidates.find(({ id }) => id === winner);
  const valid = candidates.filter((candidate) => candidate.valid).length;
  return own === undefined || valid === 0 ? 0 : (clusterSizes(candidates).get(clusterOf(own)) ?? 0) / valid;
}

function verdictSignals(
  run: QuestionRun,
  attempt: AttemptState,
  winner: Id,
): Pick<ConfidenceSignals, 'passRate' | 'verdictMargin'> {
  const clusters = new Map(candidatesOf(run, attempt.ordinal).map((each) => [each.id, clusterOf(each)]));
  const shares = finalJudgements(run, attempt.ordinal).map(({ candidate, verdicts }) => ({
    candidate,
    share: verdicts.filter(({ verdict }) => verdict === 'PASS').length / Math.max(1, verdicts.length),
  }));
  const own = shares.find(({ candidate }) => candidate === winner)?.share;
  if (own === undefined) return { passRate: 1, verdictMargin: 0 };
  const rivals = shares.filter(({ candidate }) => clusters.get(candidate) !== clusters.get(winner));
  const best = Math.max(0, ...rivals.map(({ share }) => share));
  return { passRate: own, verdictMargin: Math.max(0, own - best) };
}

function comparisonMargin(run: QuestionRun, attempt: AttemptState, winner: Id): number {
  const by = attempt.selection?.by;
  const finalists = attempt.selection?.finalists ?? [];
  if (by === 'silver' || by === 'bypass' || by === 'known') return 0;
  // a single result: nothing to compare
  if (finalists.length === 1) return 1;
  if (by !== 'judge') return 0;
  const { pairs } = playTournament(
    finalists.map(({ candidate }) => candidate),
    comparisonsOf(run, attempt.ordinal),
    run.settings.selectionConfidence,
  );
  const won = pairs.filter((pair) => pair.winner === winner);
  return won.reduce((sum, pair) => sum + pair.confidence, 0) / Math.max(1, finalists.length - 1);
}
