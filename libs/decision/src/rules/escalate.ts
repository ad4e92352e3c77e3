import type {
  ErrorNote,
  EscalationContext,
  EscalationReason,
  Id,
  Level,
  QuestionResult,
  TaskView,
} from '@assay/contracts';
import type { Command } from '../command.js';
import { confidenceIn } from '../outcome/confidence-in.js';
import { ESCALATION_TOKEN_CAP, escalationContext } from '../outcome/escalation-context.js';
import { failedSqlsOf } from '../outcome/failed-sqls.js';
import { requirementsOf } from '../judged-tests/tried-tests.js';
import { contestedByTests, isOverruled, mostLikelyOf } from '../outcome/contested.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { finalJudgements } from '../verdicts/judgements.js';
import { hasSameModelsAbove, levelAfter } from '../spending/next-level.js';
import { selectWithoutJudge } from '../selection/select-winner.js';
import { bestSilver, type SilverCandidate } from '../selection/silver.js';
import { endAttempt, endInError, endRun } from './end-run.js';
import type { Situation } from './situation.js';
import { emit, warn } from './stage-commands.js';
import { diedOfItsModel } from './task-errors.js';
import { winnerWithFailures } from './winner-result.js';

/** The next level that can help, with the failures of all earlier ones, or the end: SILVER where it is allowed and earned, or FAILED. */
export function escalate(situation: Situation, reason: 'NO_SQL' | 'ALL_FAILED'): Command[] {
  return toNextLevel(situation, reason) ?? [...sameModelsAbove(situation), ...endAfterLastLevel(situation, reason)];
}

/**
 * Too little to decide on. Where a model is at fault for at least a part of it, the next level may do better, and
 * after the last one the question ends in ERROR (or SILVER, where it is allowed and earned); where nothing but
 * infrastructure failed, no level would fare better, and the question ends in ERROR at once.
 *
 * @param tasks the tasks that delivered too little
 */
export function tooLittle(situation: Situation, tasks: readonly TaskView[], error: ErrorNote): Command[] {
  return tasks.some(diedOfItsModel)
    ? escalateForTooLittle(situation, error)
    : endInError(situation.run, situation.now, error);
}

/** The same, where it is known that a model is at fault. */
export function escalateForTooLittle(situation: Situation, error: ErrorNote): Command[] {
  const { run, attempt, now } = situation;
  const next = toNextLevel(situation, 'TOO_LITTLE');
  if (next === null) {
    return [...sameModelsAbove(situation), ...(silverIfEarned(situation) ?? endInError(run, now, error))];
  }
  return [warn('TOO_LITTLE', `Level ${attempt.level} left too little to decide on: ${error.message}`), ...next];
}

function toNextLevel({ run, attempt, now }: Situation, reason: EscalationReason): Command[] | null {
  const level = levelAfter(run, attempt.level);
  if (level === null) return null;
  return [
    ...endAttempt(run, now),
    emit({ type: 'level-escalated', from: attempt.level, to: level, reason }),
    ...startAttempt(run, level, reason),
  ];
}

/** Where higher levels are allowed and would ask the same models again, the record says why they were not tried. */
function sameModelsAbove({ run, attempt }: Situation): Command[] {
  if (!hasSameModelsAbove(run, attempt.level)) return [];
  const message = `The levels above ${attempt.level} have the same models at the same efforts, and were not tried.`;
  return [warn('NO_OTHER_MODEL', message)];
}

/** A new attempt, told what failed before. */
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

function endAfterLastLevel(situation: Situation, reason: 'NO_SQL' | 'ALL_FAILED'): Command[] {
  const { run, now } = situation;
  return (
    silverIfEarned(situation) ??
    endRun(run, now, {
      status: 'FAILED',
      result: failedResult(run),
      mostLikely: mostLikelyOf(run),
      stopReason: failedBecause(situation, reason),
    })
  );
}

function silverIfEarned(situation: Situation): Command[] | null {
  const silver = situation.run.settings.allowSilver ? bestSilver(situation.run) : null;
  return silver && endInSilver(situation, silver);
}

/** The question ends with this class, whatever it fails. */
export function endInSilver({ run, now }: Situation, silver: SilverCandidate): Command[] {
  const { attempt, odds } = silver;
  const { winner, selection } = selectWithoutJudge(silver.finalist, odds === undefined ? 'silver' : 'posterior');
  const answer = winnerWithFailures(run, attempt, winner);
  const overruled = odds !== undefined && isOverruled(odds);
  return [
    {
      type: 'decide',
      attempt: attempt.ordinal,
      decision: { selection, winner, ...(overruled && { overruled: [winner] }) },
    },
    ...(overruled ? overruledVerdicts(run, attempt, winner) : []),
    ...endRun(run, now, {
      status: 'SILVER',
      result: { result: 'SILVER', sqlList: [answer] },
      confidence: confidenceIn(run, attempt, winner),
      contested: overruled ? contestedByTests(odds) : null,
      stopReason: silverBecause(run, silver),
      winner: { attempt, winner },
    }),
  ];
}

function overruledVerdicts(run: QuestionRun, attempt: AttemptState, candidate: Id): Command[] {
  const verdicts = finalJudgements(run, attempt.ordinal).find((each) => each.candidate === candidate)?.verdicts ?? [];
  return requirementsOf(run, attempt.ordinal).flatMap(({ id }, index) =>
    verdicts[index]?.verdict === 'FAIL' ? [emit({ type: 'verdict-overruled', candidate, test: id, by: 'odds' })] : [],
  );
}

function silverBecause(run: QuestionRun, { attempt, passed, total }: SilverCandidate): string {
  const what = `of level ${attempt.level}, passed ${passed} of ${total}, and the workspace allows SILVER.`;
  if (run.settings.verdicts === 'final') return `No SQL passed all tests at any level; the best, ${what}`;
  return passed === total
    ? `Votes and verdicts leave in doubt what passed all tests; the likeliest SQL, ${what}`
    : `Votes and verdicts together make one SQL the likeliest in spite of what it failed; it is ${what}`;
}

/** Every distinct SQL of every attempt, in order. */
function failedResult(run: QuestionRun): QuestionResult {
  const failures = run.attempts.flatMap((attempt) => failedSqlsOf(run, attempt));
  const sqlList = failures.map(({ level: _level, passRate: _passRate, ...listed }) => listed);
  return { result: 'FAILED', sqlList };
}

function failedBecause({ run, attempt }: Situation, reason: 'NO_SQL' | 'ALL_FAILED'): string {
  const failed =
    attempt.case === 'D'
      ? `no SQL reached ${run.settings.passThreshold} % of the tests`
      : 'the likeliest SQL failed a test, and what passed is less likely right';
  const what = reason === 'NO_SQL' ? 'no valid SQL was generated' : failed;
  const reviewed = attempt.caseBeforeReview === null ? '' : ', or none passed all of them on review';
  const isLast = hasSameModelsAbove(run, attempt.level) ? 'above which models are the same' : 'the last one allowed';
  return `At level ${attempt.level}, ${isLast}, ${what}${reviewed}.`;
}
