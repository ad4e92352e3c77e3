import type { Command } from '../command.js';
import { runOdds, type RunOdds } from '../odds/run-odds.js';
import { confidenceOf } from '../outcome/confidence.js';
import { confidenceSignals } from '../outcome/confidence-signals.js';
import { goldBecause, modelsOf, percent } from '../outcome/sentences.js';
import { endByTable } from './answer.js';
import { endRun } from './end-run.js';
import { escalate, sameModelsAbove, toNextLevel } from './escalate.js';
import { comparisonWarnings } from './select.js';
import { addedTestWarnings } from './cover-faults.js';
import type { Rule, Situation } from './situation.js';
import { warn } from './stage-commands.js';
import { winnerWithFailures } from './winner-result.js';

/**
 * Final verdicts: a winner is GOLD, case D escalates. Weighed: escalates if nothing passes or is likely enough, else
 * the decision table answers.
 */
export const conclude: Rule = (situation) => {
  const { run, attempt, now } = situation;
  if (run.settings.verdicts === 'weighed') return attempt.case === null ? null : concludeWeighed(situation);
  if (attempt.winner !== null) {
    return endRun(run, now, {
      status: 'GOLD',
      result: { result: 'GOLD', sqlList: [winnerWithFailures(run, attempt, attempt.winner)] },
      confidence: confidenceOf(confidenceSignals(run, attempt, attempt.winner)),
      stopReason: goldBecause(run, attempt, attempt.selection),
    });
  }
  return attempt.case === 'D' ? escalate(situation, 'ALL_FAILED') : null;
};

function concludeWeighed(situation: Situation): Command[] {
  const { run, now } = situation;
  const missing = [...addedTestWarnings(situation), ...comparisonWarnings(situation)];
  const doubt = doubtOf(situation, runOdds(run));
  if (doubt === null) return [...missing, ...endByTable(run, now)];
  const next = toNextLevel(situation, doubt.reason);
  if (next !== null) return [...missing, ...doubt.warnings, ...next];
  return [...missing, ...sameModelsAbove(situation), ...endByTable(run, now)];
}

/** Reason for the next level; null if the answer is likely enough. */
function doubtOf(
  { run, attempt }: Situation,
  { classes }: RunOdds,
): { reason: 'ALL_FAILED' | 'TOO_LITTLE'; warnings: Command[] } | null {
  const eligible = classes.filter(({ isJudged, breaksDefinition }) => isJudged && !breaksDefinition);
  if (!eligible.some(({ passes }) => passes)) return { reason: 'ALL_FAILED', warnings: [] };
  const best = eligible[0]?.probability ?? 0;
  if (best >= run.settings.escalateBelow) return null;
  const words = `The ${modelsOf(attempt)} left too little to decide: no SQL that may answer is more than ${percent(best)} likely to be right.`;
  return { reason: 'TOO_LITTLE', warnings: [warn('TOO_LITTLE', words)] };
}
