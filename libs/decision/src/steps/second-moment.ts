import { gatherTests } from '../judged-tests/gather-tests.js';
import { attemptOdds } from '../odds/attempt-odds.js';
import { CARRIED } from '../odds/weigh.js';
import { classVotes } from '../spending/class-votes.js';
import { planTestBatches } from '../spending/test-batches.js';
import { finalJudgements, isDecided } from '../verdicts/judgements.js';
import { judgedAll } from './evaluate.js';
import { stageOf, type Situation } from './situation.js';

/** How many test batches are to see the candidates; 0 where none is needed, or none yet. */
export function batchesOfSecondMoment(situation: Situation): number {
  const { run, attempt } = situation;
  const { effort, testBatches } = run.settings;
  const classes = classVotes(run, attempt.ordinal);
  const { evaluation } = planTestBatches(effort, testBatches, classes.length);
  if (evaluation > 0) return evaluation;
  if (stageOf(situation, 'precompute-tests')?.status !== 'CLOSED') return 0;
  const hasTests = gatherTests(run, attempt.ordinal, ['precompute']).length > 0;
  return hasTests && !onlyClassFails(situation) ? 0 : 1;
}

/** All candidates do the same, and may not answer for what they fail: tests that have seen them may tell more. */
function onlyClassFails(situation: Situation): boolean {
  const { run, attempt } = situation;
  if (!judgedAll(situation)) return false;
  const { verdicts: decidedBy, allowSilver } = run.settings;
  const [best] = attemptOdds(run, attempt);
  if (decidedBy === 'weighed' && allowSilver && (best?.probability ?? 0) > CARRIED) return false;
  const judged = finalJudgements(run, attempt.ordinal).filter(isDecided);
  return judged.length > 0 && !judged.some(({ verdicts }) => verdicts.every(({ verdict }) => verdict === 'PASS'));
}
