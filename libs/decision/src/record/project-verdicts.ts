import type { AttemptRecord, EvaluatorResult, Judge } from '@assay/contracts';
import { judgedTests, type JudgedTest } from '../judged-tests/tried-tests.js';
import type { AttemptState, QuestionRun, StageTask } from '../question-run.js';
import {
  evaluationsOf,
  evaluatorJudgements,
  finalTasks,
  supervisorReviews,
  type JudgedVerdict,
  type Review,
} from '../verdicts/judgements.js';

/**
 * Evaluator verdicts on all candidates and tests, then supervisor verdicts on reviewed tests. Without a judge a
 * candidate is UNDECIDED.
 */
export function projectVerdicts(run: QuestionRun, attempt: AttemptState): AttemptRecord['verdicts'] {
  const tests = judgedTests(run, attempt.ordinal);
  const given = [
    ...evaluatorJudgements(run, attempt.ordinal, tests),
    ...supervisorReviews(run, attempt.ordinal, tests),
  ];
  return given.flatMap((judgement) => verdictsOf(attempt, tests, judgement));
}

export function projectEvaluations(run: QuestionRun, attempt: number): AttemptRecord['evaluations'] {
  return [
    ...[...evaluationsOf(run, attempt).values()].flat().flatMap((task) => evaluationOf(task, 'evaluator')),
    ...finalTasks(run, attempt, 'supervise').flatMap((task) => evaluationOf(task, 'supervisor')),
  ];
}

function verdictsOf(
  { overruled }: AttemptState,
  tests: readonly JudgedTest[],
  { candidate, verdicts }: Review,
): AttemptRecord['verdicts'] {
  const isOverruled = overruled.includes(candidate);
  const overrules = ({ verdict }: JudgedVerdict): 'odds' | null => (isOverruled && verdict === 'FAIL' ? 'odds' : null);
  return tests.flatMap(({ id }, index) => {
    const verdict = verdicts[index];
    return verdict === undefined || verdict === null || verdict.isUnclaimed
      ? []
      : [{ candidate, test: id, ...verdict, overruledBy: overrules(verdict) }];
  });
}

function evaluationOf(
  { payload, result }: StageTask<'evaluate' | 'supervise'>,
  by: Judge,
): AttemptRecord['evaluations'] {
  if (result === null) return [];
  const { reasoning, missing, extra, contradicting, reasks } = result;
  const { notDemanded, uncovered }: Pick<EvaluatorResult, 'notDemanded' | 'uncovered'> =
    'verdicts' in result ? result : {};
  return [
    {
      candidate: payload.candidate.id,
      by,
      reasoning,
      missing,
      extra,
      contradicting,
      reasks,
      ...(notDemanded && { notDemanded }),
      ...(uncovered && { uncovered }),
    },
  ];
}
