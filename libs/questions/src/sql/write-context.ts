import type { BlockHash, Id, UsedDefinition } from '@assay/contracts';
import { REFRESH_HOURS, toJsonb, type Queryable } from '@assay/persistence';

const statement = {
  name: 'write_question_context',
  // the schema is a block that others stored, perhaps long ago: it is in use
  text: `with used as (
       update assay.blocks b set used_at = now() from assay.questions q
       where q.run_id = $1 and b.workspace_id = q.workspace_id and b.hash = $3
         and b.used_at < now() - interval '${REFRESH_HOURS} hours'
     )
     update assay.questions set context_hash = $2, schema_hash = $3, definitions = $4 where run_id = $1`,
};

/** What the agents of a question are told, and by which snapshot of the schema. */
export interface WrittenContext {
  context: BlockHash;
  schema: BlockHash;
  /** Definitions that the question asks for by name. */
  definitions: readonly UsedDefinition[];
}

/** Notes what the agents of the question are told. */
export async function writeContext(connection: Queryable, run: Id, written: WrittenContext): Promise<void> {
  const { context, schema, definitions } = written;
  await connection.query(statement, [run, context, schema, toJsonb(definitions)]);
}
