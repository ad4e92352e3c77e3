import type { Id, TtsSchema } from '@assay/contracts';
import { prepared, toJsonb } from '@assay/persistence';

export interface NarratedCandidate {
  candidate: number;
  schema: TtsSchema;
}

export const writeTtsSchemas = prepared<[run: Id, schemas: readonly NarratedCandidate[]]>(
  {
    name: 'write_tts_schemas',
    text: `update assay.story_candidates c set tts_schema = s.schema
     from jsonb_to_recordset($2) as s (candidate integer, schema jsonb)
     where c.run_id = $1 and c.ordinal = s.candidate`,
  },
  (run, schemas) => [run, toJsonb(schemas)],
).run;
