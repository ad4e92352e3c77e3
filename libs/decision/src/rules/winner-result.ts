import type { Id, QuestionResult } from '@assay/contracts';
import { alsoAs } from '../behaviour/representatives.js';
import { candidatesOf } from '../candidates.js';
import { failedTestsOf } from '../outcome/failed-sqls.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { finalJudgements } from '../verdicts/judgements.js';

/** None for GOLD. */
export function winnerWithFailures(
  run: QuestionRun,
  attempt: AttemptState,
  winner: Id,
): QuestionResult['sqlList'][number] {
  const candidate = candidatesOf(run, attempt.ordinal).find(({ id }) => id === winner);
  const judgement = finalJudgements(run, attempt.ordinal).find((each) => each.candidate === winner);
  return {
    sql: candidate?.sql ?? '',
    failedTests: judgement === undefined ? [] : failedTestsOf(run, attempt, judgement),
    ...alsoAs(run, attempt.ordinal, winner),
  };
}
