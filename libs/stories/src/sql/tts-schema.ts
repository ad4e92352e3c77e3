import type { Id, TtsSchema } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** Null for unknown labels; `schema` null before narration. */
export const readTtsSchema = prepared<[run: Id, label: string], { schema: TtsSchema | null }>({
  name: 'read_tts_schema',
  text: `select tts_schema as schema from assay.story_candidates where run_id = $1 and label = $2`,
}).first;
