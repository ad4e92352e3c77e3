import type { ErrorNote, EscalationContext, EscalationReason, Level, TaskView } from '@assay/contracts';
import type { Command } from '../command.js';
import { confidenceOf } from '../outcome/confidence.js';
import { confidenceSignals } from '../outcome/confidence-signals.js';
import { ESCALATION_TOKEN_CAP, escalationContext } from '../outcome/escalation-context.js';
import { failedResult } from '../outcome/failed-sqls.js';
import { refusalsOf } from '../outcome/in-words.js';
import { failsTests, modelsOf } from '../outcome/sentences.js';
import { runOdds } from '../odds/run-odds.js';
import type { QuestionRun } from '../question-run.js';
import { hasSameModelsAbove, levelAfter } from '../spending/next-level.js';
import { selectWithoutJudge } from '../selection/select-winner.js';
import { bestSilver, type SilverCandidate } from '../selection/silver.js';
import { endAtFault, endByTable } from './answer.js';
import { endAttempt, endInError, endRun } from './end-run.js';
import type { Situation } from './situation.js';
import { emit, warn } from './stage-commands.js';
import { failedByModel } from './task-errors.js';
import { winnerWithFailures } from './winner-result.js';

/** Starts the next useful level with all failures, or ends. */
export function escalate(situation: Situation, reason: 'NO_SQL' | 'ALL_FAILED'): Command[] {
  const { run, now } = situation;
  const next = toNextLevel(situation, reason);
  if (next !== null) return next;
  const end = run.settings.verdicts === 'weighed' ? endByTable(run, now) : endByVerdicts(situation, reason);
  return [...sameModelsAbove(situation), ...end];
}

/**
 * Too little to decide: escalates if a model is at fault; ends after infrastructure faults alone, because no level
 * would fare better.
 * @param isUntested tests are missing
 */
export function tooLittle(
  situation: Situation,
  tasks: readonly TaskView[],
  error: ErrorNote,
  isUntested = false,
): Command[] {
  return tasks.some(failedByModel)
    ? escalateForTooLittle(situation, error, isUntested)
    : endAtFault(situation.run, situation.now, error);
}

/** Like `tooLittle`, for a known model fault. */
export function escalateForTooLittle(situation: Situation, error: ErrorNote, isUntested = false): Command[] {
  const { run, attempt, now } = situation;
  const next = toNextLevel(situation, 'TOO_LITTLE');
  if (next !== null) {
    return [warn('TOO_LITTLE', `The ${modelsOf(attempt)} left too little to decide: ${error.message}`), ...next];
  }
  return [
    ...sameModelsAbove(situation),
    ...(endByPartialResults(situation, isUntested) ?? endInError(run, now, error)),
  ];
}

/** After the last level, decides by judged SQLs, or by votes if `isUntested`; null without either. */
function endByPartialResults(situation: Situation, isUntested: boolean): Command[] | null {
  const { run, now } = situation;
  if (run.settings.verdicts === 'final') return silverIfEarned(situation);
  const { classes } = runOdds(run);
  const hasVotes = isUntested && classes.length > 0;
  return hasVotes || classes.some(({ isJudged }) => isJudged) ? endByTable(run, now, { isUntested }) : null;
}

export function toNextLevel({ run, attempt, now }: Situation, reason: EscalationReason): Command[] | null {
  const level = levelAfter(run, attempt.level);
  if (level === null) return null;
  return [
    ...endAttempt(run, now),
    emit({ type: 'level-escalated', from: attempt.level, to: level, reason }),
    ...startAttempt(run, level, reason),
  ];
}

export function sameModelsAbove({ run, attempt }: Situation): Command[] {
  if (!hasSameModelsAbove(run, attempt.level)) return [];
  const message = `No other models are set above the ${modelsOf(attempt)}, so none were tried.`;
  return [warn('NO_OTHER_MODEL', message)];
}

export function startAttempt(run: QuestionRun, level: Level, reason: EscalationReason | null): Command[] {
  const escalation = reason === null ? null : escalationContext(run);
  const attempt = run.attempts.length + 1;
  return [
    { type: 'start-attempt', attempt, level, reason, escalation },
    emit({ type: 'attempt-started', level, reason }),
    ...(escalation?.leftOut ? [warn('FAILURES_LEFT_OUT', failuresLeftOut(escalation.leftOut))] : []),
  ];
}

function failuresLeftOut({ sqls, tests }: NonNullable<EscalationContext['leftOut']>): string {
  const what = `${sqls} rejected SQLs, and ${tests} failed tests of the others,`;
  return `${what} do not fit into the ${ESCALATION_TOKEN_CAP} tokens that prompts give to earlier failures.`;
}

function endByVerdicts(situation: Situation, reason: 'NO_SQL' | 'ALL_FAILED'): Command[] {
  const { run, now } = situation;
  const silver = silverIfEarned(situation);
  if (silver !== null) return silver;
  const stopReason = failedBecause(situation, reason);
  const kind = reason === 'NO_SQL' ? 'no-candidate' : 'tests';
  const message = reason === 'NO_SQL' ? (refusalsOf(run)[0] ?? stopReason) : stopReason;
  return endRun(run, now, { status: 'FAILED', result: failedResult(run), reason: { kind, message }, stopReason });
}

function silverIfEarned({ run, now }: Situation): Command[] | null {
  const silver = run.settings.allowSilver ? bestSilver(run) : null;
  if (silver === null) return null;
  const { attempt, finalist } = silver;
  const { winner, selection } = selectWithoutJudge(finalist, 'silver');
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { selection, winner } },
    ...endRun(run, now, {
      status: 'SILVER',
      result: { result: 'SILVER', sqlList: [winnerWithFailures(run, attempt, winner)] },
      confidence: confidenceOf(confidenceSignals(run, attempt, winner)),
      silver: { why: 'failed-tests', message: failsTests(silver) },
      stopReason: silverBecause(silver),
      winner: { attempt, winner },
    }),
  ];
}

function silverBecause({ attempt, passed, total }: SilverCandidate): string {
  const what = `of the ${modelsOf(attempt)}, passed ${passed} of ${total}, and the workspace allows SILVER.`;
  return `No SQL passed all tests with any models; the best, ${what}`;
}

function failedBecause({ run, attempt }: Situation, reason: 'NO_SQL' | 'ALL_FAILED'): string {
  const failed = `no SQL reached ${run.settings.passThreshold} % of the tests`;
  const what = reason === 'NO_SQL' ? 'no valid SQL was generated' : failed;
  const reviewed = attempt.caseBeforeReview === null ? '' : ', or none passed all of them on review';
  const isLast = hasSameModelsAbove(run, attempt.level) ? 'above which no others are set' : 'the last that may be used';
  return `With the ${modelsOf(attempt)}, ${isLast}, ${what}${reviewed}.`;
}
