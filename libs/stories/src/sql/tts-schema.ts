import type { Id, TtsSchema } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'read_tts_schema',
  text: `select tts_schema as schema from assay.story_candidates where run_id = $1 and label = $2`,
};

/** Null for unknown labels; `schema` null before narration. */
export async function readTtsSchema(
  database: Queryable,
  run: Id,
  label: string,
): Promise<{ schema: TtsSchema | null } | null> {
  const [row] = await database.query<{ schema: TtsSchema | null }>(statement, [run, label]);
  return row ?? null;
}
