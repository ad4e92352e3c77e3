import { gatherTests } from '../judged-tests/gather-tests.js';
import { oddsOf } from '../odds/odds.js';
import { UNKNOWN_JUDGES } from '../odds/attempt-odds.js';
import { classTexts } from '../spending/class-votes.js';
import { openClasses } from '../spending/open-classes.js';
import { planTestBatches } from '../spending/test-batches.js';
import { finalJudgements, isDecided } from '../verdicts/judgements.js';
import { judgedAll } from './evaluate.js';
import { stageOf, type Situation } from './situation.js';

/** How many test batches are to see the candidates; 0 where none is needed, or none yet. */
export function batchesOfSecondMoment(situation: Situation): number {
  const { run, attempt } = situation;
  const { effort, testBatches } = run.settings;
  const classes = classTexts(run, attempt.ordinal);
  const { evaluation } = planTestBatches(effort, testBatches, classes.length, areOpen(situation));
  if (evaluation > 0) return evaluation;
  if (stageOf(situation, 'precompute-tests')?.status !== 'CLOSED') return 0;
  const hasTests = gatherTests(run, attempt.ordinal, ['precompute']).length > 0;
  return hasTests && !onlyClassFails(situation) ? 0 : 1;
}

/** Whether the votes leave more than one class open. */
function areOpen({ run, attempt }: Situation): boolean {
  const evidence = classTexts(run, attempt.ordinal).map((texts) => ({ texts, verdict: null, won: 0, lost: 0 }));
  const { reliabilities = UNKNOWN_JUDGES, weights } = run.odds ?? {};
  return openClasses(oddsOf(evidence, reliabilities, weights)).length > 1;
}

/** All candidates do the same, and fail a test of the first moment: tests that have seen them may tell more. */
function onlyClassFails(situation: Situation): boolean {
  const { run, attempt } = situation;
  if (!judgedAll(situation)) return false;
  const judged = finalJudgements(run, attempt.ordinal).filter(isDecided);
  return judged.length > 0 && !judged.some(({ verdicts }) => verdicts.every(({ verdict }) => verdict === 'PASS'));
}
