import type { Selection } from '@assay/contracts';
import type { Command } from '../command.js';
import { attemptOdds } from '../odds/attempt-odds.js';
import { weigh } from '../odds/weigh.js';
import { silverOf } from '../selection/silver.js';
import { endInSilver, escalate } from './escalate.js';
import type { Situation } from './situation.js';

/**
 * What the odds of votes, verdicts and comparisons answer: GOLD, SILVER where a FAIL is overruled or a PASS is in doubt,
 * else the next level.
 *
 * @param selection how the candidates that passed were selected among; null where none did
 */
export function answerByOdds(situation: Situation, selection: Selection | null): Command[] {
  const { run, attempt } = situation;
  const classes = attemptOdds(run, attempt);
  const odds = { classes: classes.map(({ probability }) => probability) };
  const decision = weigh(classes, odds, run.settings);
  const chosen = decision.status === null ? undefined : classes[decision.index];
  if (decision.status === null || chosen === undefined) return escalate(situation, 'ALL_FAILED');
  if (decision.status === 'SILVER') return endInSilver(situation, silverOf(chosen));
  const winner = chosen.finalist.candidate;
  return [{ type: 'decide', attempt: attempt.ordinal, decision: { selection, winner } }];
}
