import type { DecisionCase, Level } from '@assay/contracts';
import {
  applyAdvance,
  endingStep,
  type Advance,
  type Queryable,
  type RunEnding,
  type RunRow,
} from '@assay/persistence';

const statement = {
  name: 'end_question',
  text: `with last as (
       select a.level, a."case" from assay.attempts a where a.run_id = $1 order by a.ordinal desc limit 1
     ), ended as (
       update assay.attempts set finished_at = clock_timestamp() where run_id = $1 and finished_at is null
     )
     update assay.questions q
     set level = coalesce((select level from last), q.level), "case" = (select "case" from last)
     where q.run_id = $1
     returning q.level, q."case"`,
};

/**
 * Ends a question without looking at what it has found, whatever version of the pipeline began it. Call in a
 * transaction that has locked the run.
 */
export async function endQuestion(connection: Queryable, run: RunRow, ending: RunEnding): Promise<Advance> {
  const [question] = await connection.query<{ level: Level; case: DecisionCase | null }>(statement, [run.id]);
  const { level = 'BASIC', case: decided = null } = question ?? {};
  const body = { status: ending.status, case: decided, level };
  const advance = endingStep(ending, { type: 'question-finished', body });
  await applyAdvance(connection, run.id, run.revision, advance);
  return advance;
}
