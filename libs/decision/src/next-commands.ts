import { hasEnded, isTerminal } from '@assay/contracts/plain';
import { applyCommands } from './apply-commands.js';
import type { Command } from './command.js';
import { currentAttempt, type QuestionRun, type StageState, type StageTask } from './question-run.js';
import { answerKnown } from './rules/answer-known.js';
import { answerUntested } from './rules/answer-untested.js';
import { checkCandidates } from './rules/check-candidates.js';
import { conclude } from './rules/conclude.js';
import { endAtFault } from './rules/answer.js';
import { endRun } from './rules/end-run.js';
import { startAttempt } from './rules/escalate.js';
import { evaluate } from './rules/evaluate.js';
import { generate } from './rules/generate.js';
import { generateEvaluationTests, startMissingSecondMoment, reduceTests } from './rules/judged-tests.js';
import { coverFaults } from './rules/cover-faults.js';
import { prepare } from './rules/prepare.js';
import { probe } from './rules/probe.js';
import { review } from './rules/review.js';
import { selectWinner } from './rules/select.js';
import type { Rule } from './rules/situation.js';
import { showLeader } from './rules/show-leader.js';
import { closeStage } from './rules/stage-commands.js';
import { requestWaveDuringTrial, requestMoreIfUnsure, requestNextWave } from './rules/waves.js';
import { runEndingError } from './rules/task-errors.js';
import { tryTests } from './rules/try-tests.js';
import { abandonsStragglersAt, wakeTimes } from './stragglers.js';

/** Rules of an attempt: the first one that returns non-null wins. */
const RULES: readonly Rule[] = [
  prepare,
  answerKnown,
  generate,
  showLeader,
  checkCandidates,
  probe,
  answerUntested,
  requestNextWave,
  generateEvaluationTests,
  reduceTests,
  requestWaveDuringTrial,
  tryTests,
  requestMoreIfUnsure,
  startMissingSecondMoment,
  coverFaults,
  evaluate,
  review,
  selectWinner,
  conclude,
];

/**
 * All transitions that need no task to end, in order. Once they are carried out, none follows until something changes.
 * @param now Postgres's clock, ms
 */
export function nextCommands(run: QuestionRun, now: number): Command[] {
  if (isTerminal(run.status)) return [];
  if (run.cancelRequested) return endRun(run, now, { status: 'CANCELLED', stopReason: 'The question was cancelled.' });
  const commands = advance(run, now);
  // A finished decision wins over the deadline.
  const decided = commands.some((command) => command.type === 'finish');
  return !decided && run.deadlineAt !== null && now >= run.deadlineAt ? endAtDeadline(run, now) : commands;
}

/** A whole attempt has about ten. */
const MAX_TRANSITIONS = 100;

function advance(run: QuestionRun, now: number): Command[] {
  const commands: Command[] = [];
  let current = run;
  for (let transitions = 0; transitions < MAX_TRANSITIONS; transitions += 1) {
    const next = transition(current, now);
    if (next.length === 0) return commands;
    commands.push(...next);
    if (next.some((command) => command.type === 'build-context')) return commands;
    current = applyCommands(current, next, now);
  }
  // Throw instead of looping forever.
  throw new Error(`the next commands of question ${run.id} do not come to an end`);
}

function transition(run: QuestionRun, now: number): Command[] {
  if (isTerminal(run.status)) return [];
  const fatal = runEndingError(run);
  if (fatal !== null) return endAtFault(run, now, fatal);
  const attempt = currentAttempt(run);
  if (attempt === null) return startAttempt(run, run.level, null);
  const closing = closeEndedStages(run, now);
  if (closing.length > 0) return closing;
  for (const rule of RULES) {
    const commands = rule({ run, attempt, now });
    if (commands === null) continue;
    return commands.length > 0 ? commands : wakeForStragglers(run, now);
  }
  return [];
}

function closeEndedStages(run: QuestionRun, now: number): Command[] {
  return openStages(run).flatMap((stage) => {
    const tasks: readonly StageTask[] = stage.tasks;
    if (tasks.every((task) => hasEnded(task.status))) return closeStage(run, stage, now, false);
    const abandonsAt = abandonsStragglersAt(stage, run.settings);
    return abandonsAt !== null && abandonsAt <= now ? closeStage(run, stage, now, true) : [];
  });
}

function wakeForStragglers(run: QuestionRun, now: number): Command[] {
  const moments = openStages(run).flatMap((stage) => wakeTimes(stage, run.settings));
  const ahead = moments.filter((moment) => moment > now);
  const at = ahead.length > 0 ? Math.min(...ahead) : null;
  return at === null || at === run.wakeAt ? [] : [{ type: 'wake-at', at }];
}

function endAtDeadline(run: QuestionRun, now: number): Command[] {
  const seconds = run.settings.deadlineSeconds;
  const message = `The question was not decided within its deadline of ${seconds} seconds.`;
  return endAtFault(run, now, { code: 'DEADLINE_EXCEEDED', message });
}

function openStages(run: QuestionRun): StageState[] {
  return run.stages.filter((stage) => stage.status === 'OPEN');
}
