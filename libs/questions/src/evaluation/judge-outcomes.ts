import type { Id, ResultTable } from '@assay/contracts';
import { judgeLessons, type QuestionRun } from '@assay/decision';
import type { Queryable } from '@assay/persistence';
import { fingerprintResult } from '@assay/sql';
import { loadQuestionRun } from '../pipeline/load-question-run.js';
import type { TalliedJudge } from '../sql/judge-tallies.js';
import { readExecutionRows } from '../sql/read-executions.js';

/**
 * Tally updates of a question's judges. A candidate is right if it returned the rows in any order; truncated or erased
 * results are skipped.
 * @param right rows of each correct SQL
 * @param asOf `later`: if no candidate returned the rows, the data may have changed: only the answer counts as wrong
 */
export async function judgeOutcomes(
  database: Queryable,
  question: Id,
  right: readonly ResultTable[],
  asOf: 'then' | 'later',
): Promise<TalliedJudge[]> {
  const isWhole = right.length > 0 && right.every(({ truncated }) => !truncated);
  const loaded = isWhole ? await loadQuestionRun(database, question) : null;
  if (loaded === null) return [];
  const { run } = loaded;
  const truth = await truthOf(database, run, right);
  const winner = run.attempts.findLast(({ winner: own }) => own !== null)?.winner ?? null;
  const knowsAll = asOf === 'then' || [...truth.values()].includes(true);
  const lessons = judgeLessons(run, (id) => (knowsAll || id === winner ? (truth.get(id) ?? null) : null));
  return lessons.flatMap(({ agent, level, right: rights, wrong }) => {
    const model = run.models?.[`${agent} ${level}`];
    return model === undefined ? [] : [{ agent, model, right: rights, wrong }];
  });
}

/** Whether candidates returned one of these results; unknown ones are left out. */
async function truthOf(
  database: Queryable,
  run: QuestionRun,
  right: readonly ResultTable[],
): Promise<Map<Id, boolean>> {
  const tasks = run.stages.flatMap((stage) => (stage.kind === 'generate' ? stage.tasks : []));
  const examinations = tasks.flatMap(({ result }) => result?.examination ?? []);
  const rowsOf = await readExecutionRows(database, run.id, examinations);
  const expected = new Set(right.map((result) => fingerprintResult(result, false)));
  return new Map(
    tasks.flatMap(({ id, result }): [Id, boolean][] => {
      const rows = rowsOf.get(result?.examination ?? '');
      if (rows === undefined || !result?.execution || result.execution.truncated) return [];
      return [[id, expected.has(fingerprintResult({ ...result.execution, rows }, false))]];
    }),
  );
}
