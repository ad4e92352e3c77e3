import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { ttsSchema } from '../narration/tts-schema.js';
import { finishEvaluation } from '../sql/finish-evaluation.js';
import { readSpokenLines } from '../sql/read-spoken-lines.js';
import { writeTtsSchemas } from '../sql/write-tts-schemas.js';
import type { FinishStory } from './story-command.js';

/** Also stores the speech of each narrated candidate. */
export async function writeFinish(connection: Queryable, run: Id, finish: FinishStory): Promise<void> {
  await finishEvaluation(connection, run, finish);
  const narrated = await readSpokenLines(connection, run);
  if (narrated.length === 0) return;
  const schemas = narrated.map(({ candidate, lines }) => ({ candidate, schema: ttsSchema(lines) }));
  await writeTtsSchemas(connection, run, schemas);
}
