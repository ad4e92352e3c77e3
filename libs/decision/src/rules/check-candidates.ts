import { candidatesOf, type Candidate } from '../candidates.js';
import type { Command } from '../command.js';
import { MINIMUM_SUCCESSES } from '../minimum-successes.js';
import { confidenceOf } from '../outcome/confidence.js';
import { confidenceSignals } from '../outcome/confidence-signals.js';
import { standings } from '../selection/finalists.js';
import { finalistRecord } from '../selection/select-winner.js';
import { wavesOf } from '../question-run.js';
import { areRefused } from '../outcome/refusals.js';
import { endByTable } from './answer.js';
import { endRun } from './end-run.js';
import { escalate, escalateForTooLittle, tooLittle } from './escalate.js';
import { stageOf, successes, type Rule, type Situation } from './situation.js';
import { commonError } from './task-errors.js';
import { hasOpenWave } from './waves.js';

/**
 * After generation: ends the question if infrastructure delivered nothing, escalates without a valid SQL or well-formed
 * answer, ends a bypass.
 */
export const checkCandidates: Rule = (situation) => {
  const { run, attempt } = situation;
  const stage = stageOf(situation, 'generate');
  if (stage?.status !== 'CLOSED') return [];
  const delivered = wavesOf(run, attempt.ordinal).reduce((sum, wave) => sum + successes(wave), 0);
  if (delivered < MINIMUM_SUCCESSES.generate) {
    return tooLittle(situation, stage.tasks, commonError(stage.tasks));
  }
  const candidates = candidatesOf(run, attempt.ordinal);
  const firstValid = candidates.find(({ valid }) => valid);
  if (run.settings.bypassEvaluation && firstValid !== undefined) return endBypassed(situation, firstValid, candidates);
  if (run.settings.verdicts === 'weighed' && attempt.case === null && areRefused(candidates)) {
    return endRefused(situation);
  }
  if (firstValid === undefined) {
    if (hasOpenWave(situation)) return null;
    const [first] = candidates;
    if (first === undefined || candidates.some(({ notInForm }) => notInForm !== true))
      return escalate(situation, 'NO_SQL');
    const message = first.lastError ?? 'no generator gave a valid answer';
    return escalateForTooLittle(situation, { code: 'ANSWER_NOT_IN_FORM', message });
  }
  return null;
};

/** A refused question is tried at the next level once, then ends. */
function endRefused(situation: Situation): Command[] {
  const { run, now } = situation;
  return run.attempts.length > 1 ? endByTable(run, now) : escalate(situation, 'NO_SQL');
}

/** Without tests, the first valid candidate is SILVER, even without `allowSilver`. */
function endBypassed({ run, attempt, now }: Situation, winner: Candidate, candidates: readonly Candidate[]): Command[] {
  const finalists = standings([winner], candidates, { seed: run.seed, attempt: attempt.ordinal }).map((finalist) =>
    finalistRecord(finalist, 0),
  );
  const stopReason = 'Untested: it is the first valid SQL, as asked for.';
  return [
    {
      type: 'decide',
      attempt: attempt.ordinal,
      decision: { selection: { by: 'bypass', finalists }, winner: winner.id },
    },
    ...endRun(run, now, {
      status: 'SILVER',
      result: { result: 'SILVER', sqlList: [{ sql: winner.sql, failedTests: [] }] },
      confidence: confidenceOf(confidenceSignals(run, attempt, winner.id)),
      silver: { why: 'untested', message: stopReason },
      stopReason,
    }),
  ];
}
