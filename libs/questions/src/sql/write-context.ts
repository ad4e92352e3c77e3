import type { BlockHash, Id, UsedDefinition } from '@assay/contracts';
import { prepared, REFRESH_HOURS, toJsonb } from '@assay/persistence';

export interface WrittenContext {
  context: BlockHash;
  schema: BlockHash;
  definitions: readonly UsedDefinition[];
}

export const writeContext = prepared<[run: Id, written: WrittenContext]>(
  {
    name: 'write_question_context',
    // marks the schema block as used: it may be old
    text: `with used as (
       update assay.blocks b set used_at = now() from assay.questions q
       where q.run_id = $1 and b.workspace_id = q.workspace_id and b.hash = $3
         and b.used_at < now() - interval '${REFRESH_HOURS} hours'
     )
     update assay.questions set context_hash = $2, schema_hash = $3, definitions = $4 where run_id = $1`,
  },
  (run, { context, schema, definitions }) => [run, context, schema, toJsonb(definitions)],
).run;
