import { nextLevel, type Level, type QuestionResult } from '@assay/contracts';
import type { Command } from '../command.js';
import { confidenceOf } from '../outcome/confidence.js';
import { confidenceSignals } from '../outcome/confidence-signals.js';
import { escalationContext } from '../outcome/escalation-context.js';
import { failedSqlsOf } from '../outcome/failed-sqls.js';
import type { AttemptReason, QuestionRun } from '../question-run.js';
import { bestSilver, type SilverCandidate } from '../selection/silver.js';
import { endAttempt, endRun } from './end-run.js';
import type { Situation } from './situation.js';
import { emit } from './stage-commands.js';
import { winnerWithFailures } from './winner-result.js';

/** The next level with the failures of all earlier ones, or the end: SILVER where it is allowed and earned, or FAILED. */
export function escalate(situation: Situation, reason: NonNullable<AttemptReason>): Command[] {
  const { run, attempt, now } = situation;
  const level = nextLevel(attempt.level, run.settings.maxLevel);
  if (level === null) return endAfterLastLevel(situation, reason);
  return [
    ...endAttempt(run, now),
    emit({ type: 'level-escalated', from: attempt.level, to: level, reason }),
    ...startAttempt(run, level, reason),
  ];
}

/** A new attempt, told what failed before. */
export function startAttempt(run: QuestionRun, level: Level, reason: AttemptReason): Command[] {
  const escalation = reason === null ? null : escalationContext(run);
  const attempt = run.attempts.length + 1;
  return [
    { type: 'start-attempt', attempt, level, reason, escalation },
    emit({ type: 'attempt-started', level, reason }),
  ];
}

function endAfterLastLevel(situation: Situation, reason: NonNullable<AttemptReason>): Command[] {
  const { run, now } = situation;
  const silver = run.settings.allowSilver ? bestSilver(run) : null;
  if (silver !== null) return endInSilver(situation, silver);
  return endRun(run, now, {
    status: 'FAILED',
    result: failedResult(run),
    stopReason: failedBecause(situation, reason),
  });
}

function endInSilver({ run, now }: Situation, silver: SilverCandidate): Command[] {
  const { attempt, passed, total } = silver;
  const { coin: _coin, ...finalist } = silver.finalist;
  const winner = finalist.candidate;
  const selection = { by: 'silver' as const, finalists: [{ ...finalist, wins: 0 }] };
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { selection, winner } },
    ...endRun(run, now, {
      status: 'SILVER',
      result: { result: 'SILVER', sqlList: [winnerWithFailures(run, attempt, winner)] },
      confidence: confidenceOf(confidenceSignals(run, attempt, winner)),
      stopReason: `No SQL passed all tests at any level; the best, of level ${attempt.level}, passed ${passed} of ${total}, and the workspace allows SILVER.`,
    }),
  ];
}

/** Every distinct SQL of every attempt, in order. */
function failedResult(run: QuestionRun): QuestionResult {
  const failures = run.attempts.flatMap((attempt) => failedSqlsOf(run, attempt));
  return { result: 'FAILED', sqlList: failures.map(({ sql, failedTests }) => ({ sql, failedTests })) };
}

function failedBecause({ run, attempt }: Situation, reason: NonNullable<AttemptReason>): string {
  const what =
    reason === 'NO_SQL' ? 'no valid SQL was generated' : `no SQL reached ${run.settings.passThreshold} % of the tests`;
  const reviewed = attempt.caseBeforeReview === null ? '' : ', or none passed all of them on review';
  return `At level ${attempt.level}, the last one allowed, ${what}${reviewed}.`;
}
