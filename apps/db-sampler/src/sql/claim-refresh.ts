import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const LOOK_EVERY_SECONDS = 60;

const questionStatement = {
  name: 'claim_schema_look_question',
  text: `update assay.questions q set schema_looked_at = now()
     where q.run_id = $1 and q.schema_looked_at is null and not exists (
       select from assay.workspaces w
       where w.id = $2 and w.schema_looked_at > now() - interval '${LOOK_EVERY_SECONDS} seconds')
     returning q.run_id`,
};

const workspaceStatement = {
  name: 'claim_schema_look_workspace',
  text: `update assay.workspaces set schema_looked_at = now()
     where id = $1 and (schema_looked_at is null
       or schema_looked_at <= now() - interval '${LOOK_EVERY_SECONDS} seconds')
     returning id`,
};

/** Two statements without a transaction: no lock is held while waiting for the other. */
export async function claimRefresh(database: Queryable, workspace: Id, question: Id): Promise<boolean> {
  const claimed = await database.query(questionStatement, [question, workspace]);
  return claimed.length > 0 && (await database.query(workspaceStatement, [workspace])).length > 0;
}
