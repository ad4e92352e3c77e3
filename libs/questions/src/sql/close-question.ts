import type { DecisionCase, Id, Level } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

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

/** Where a question stood when it was closed. */
export interface ClosedQuestion {
  level: Level;
  case: DecisionCase | null;
}

/** Closes the open attempt of a question, which keeps what the attempt has decided. Null where there is no question. */
export async function closeQuestion(connection: Queryable, run: Id): Promise<ClosedQuestion | null> {
  const [row] = await connection.query<ClosedQuestion>(statement, [run]);
  return row ?? null;
}
