import type { Id, ResultTable } from '@assay/contracts';
import { judgeLessons, type QuestionRun } from '@assay/decision';
import type { Queryable } from '@assay/persistence';
import { fingerprintResult } from '@assay/sql';
import { loadQuestionRun } from '../pipeline/load-question-run.js';
import type { TalliedJudge } from '../sql/judge-tallies.js';
import { readExecutionRows } from '../sql/read-executions.js';

/**
 * What a question teaches of the models that judged it, now that its right rows are known: a candidate is right where it
 * returned these, in whatever order. What was cut off, or is not kept any more, teaches nothing.
 *
 * @param right the rows of each SQL that is known to be right
 * @param asOf whether the right rows are of the moment of the question. Where they are `later`, and no candidate returned
 *   them, the data may have changed: then the question's own answer alone is known to be wrong
 */
export async function learntOfJudges(
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
  const winner = run.attempts.at(-1)?.winner ?? null;
  const knowsAll = asOf === 'then' || [...truth.values()].includes(true);
  const lessons = judgeLessons(run, (id) => (knowsAll || id === winner ? (truth.get(id) ?? null) : null));
  return lessons.flatMap(({ agent, level, right: rights, wrong }) => {
    const model = run.models?.[`${agent} ${level}`];
    return model === undefined ? [] : [{ agent, model, right: rights, wrong }];
  });
}

/** Whether candidates returned one of these results; those of which that cannot be told are left out. */
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
