import { gatherTests } from '../judged-tests/gather-tests.js';
import { runOdds } from '../odds/run-odds.js';
import { classVotes } from '../spending/class-votes.js';
import { planTestBatches } from '../spending/test-batches.js';
import { finalJudgements, isDecided } from '../verdicts/judgements.js';
import { judgedAll } from './evaluate.js';
import { stageOf, type Situation } from './situation.js';

/** Test batches that see the candidates; 0 if not needed, or not yet. */
export function batchesOfSecondMoment(situation: Situation): number {
  const { run, attempt } = situation;
  const { effort, testBatches } = run.settings;
  const classes = classVotes(run, attempt.ordinal);
  const { evaluation } = planTestBatches(effort, testBatches, classes.length);
  if (evaluation > 0) return evaluation;
  if (stageOf(situation, 'precompute-tests')?.status !== 'CLOSED') return 0;
  const hasTests = gatherTests(run, attempt.ordinal, ['precompute']).some(
    ({ alternatives }) => alternatives === undefined,
  );
  return hasTests ? 0 : 1;
}

/** Whether no class passes or is likely enough to answer. Asked only without a second moment. */
export function onlyClassFails(situation: Situation): boolean {
  const { run, attempt } = situation;
  if (run.settings.effort === 'exhaustive' || !judgedAll(situation)) return false;
  const { verdicts: decidedBy, allowSilver, silverConfidence } = run.settings;
  const [best] = decidedBy === 'weighed' && allowSilver ? runOdds(run).classes : [];
  if (best !== undefined && best.probability >= silverConfidence) return false;
  const judged = finalJudgements(run, attempt.ordinal).filter(isDecided);
  return judged.length > 0 && !judged.some(({ verdicts }) => verdicts.every(({ verdict }) => verdict === 'PASS'));
}
