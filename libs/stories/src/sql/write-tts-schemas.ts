import type { Id, TtsSchema } from '@assay/contracts';
import { toJsonb, type Queryable } from '@assay/persistence';

const statement = {
  name: 'write_tts_schemas',
  text: `update assay.story_candidates c set tts_schema = s.schema
     from jsonb_to_recordset($2) as s (candidate integer, schema jsonb)
     where c.run_id = $1 and c.ordinal = s.candidate`,
};

export interface NarratedCandidate {
  candidate: number;
  schema: TtsSchema;
}

export async function writeTtsSchemas(
  connection: Queryable,
  run: Id,
  schemas: readonly NarratedCandidate[],
): Promise<void> {
  await connection.query(statement, [run, toJsonb(schemas)]);
}
