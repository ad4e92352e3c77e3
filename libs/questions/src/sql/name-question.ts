import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'name_question',
  text: `update assay.questions set name = $3
     where run_id = $1 and ($2::uuid[] is null or workspace_id = any ($2)) returning run_id as id`,
};

/** Names a question; null removes the name. False outside the scope. */
export async function nameQuestion(
  database: Queryable,
  question: Id,
  scope: readonly Id[] | null,
  name: string | null,
): Promise<boolean> {
  return (await database.query(statement, [question, scope, name])).length > 0;
}
