import { candidatesOf, type Candidate } from '../candidates.js';
import type { Command } from '../command.js';
import { MINIMUM_SUCCESSES } from '../minimum-successes.js';
import { confidenceOf } from '../outcome/confidence.js';
import { confidenceSignals } from '../outcome/confidence-signals.js';
import { clusterOf, clusterSizes } from '../selection/finalists.js';
import { endInError, endRun } from './end-run.js';
import { escalate } from './escalate.js';
import { stageOf, successes, type Rule, type Situation } from './situation.js';
import { commonError } from './task-errors.js';

/** After generation: infrastructure that delivered nothing is an ERROR, no valid SQL escalates, a bypass ends here. */
export const checkCandidates: Rule = (situation) => {
  const { run, attempt, now } = situation;
  const stage = stageOf(situation, 'generate');
  if (stage?.status !== 'CLOSED') return [];
  if (successes(stage) < MINIMUM_SUCCESSES.generate) return endInError(run, now, commonError(stage.tasks));
  const candidates = candidatesOf(run, attempt.ordinal);
  const firstValid = candidates.find(({ valid }) => valid);
  if (firstValid === undefined) return escalate(situation, 'NO_SQL');
  return run.settings.bypassEvaluation ? endBypassed(situation, firstValid, candidates) : null;
};

/** No tests were asked for: the valid candidate of lowest ordinal is SILVER, whatever `allowSilver` says. */
function endBypassed({ run, attempt, now }: Situation, winner: Candidate, candidates: readonly Candidate[]): Command[] {
  const clusterSize = clusterSizes(candidates).get(clusterOf(winner)) ?? 1;
  const finalists = [{ candidate: winner.id, clusterSize, complexity: winner.complexity, wins: 0 }];
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
      stopReason: `Evaluation was bypassed: the first valid SQL of level ${attempt.level} was taken untested.`,
    }),
  ];
}
