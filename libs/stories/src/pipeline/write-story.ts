import type { Id } from '@assay/contracts';
import { toJsonb, type Queryable } from '@assay/persistence';
import { ttsSchema, type SpokenLine } from '../narration/tts-schema.js';
import type { FinishStory } from './story-command.js';

const finishStatement = {
  name: 'finish_story',
  text: 'update assay.story_evaluations set ranking = $2, choice = $3, failed_evaluators = $4 where run_id = $1',
};

/** Stores what an evaluation decided, and each candidate's narration as one file. */
export async function writeFinish(connection: Queryable, run: Id, finish: FinishStory): Promise<void> {
  const { ranking, choice, failedEvaluators } = finish;
  await connection.query(finishStatement, [run, toJsonb(ranking), choice, toJsonb(failedEvaluators)]);
  const narrated = await connection.query<{ candidate: number; lines: SpokenLine[] }>(linesStatement, [run]);
  if (narrated.length === 0) return;
  const schemas = narrated.map(({ candidate, lines }) => ({ candidate, schema: ttsSchema(lines) }));
  await connection.query(schemasStatement, [run, toJsonb(schemas)]);
}

const linesStatement = {
  name: 'read_spoken_lines',
  text: `select v.candidate, coalesce(jsonb_agg(line.value order by v.chunk, line.ordinality)
                                      filter (where line.value is not null), '[]') as lines
     from assay.story_coverage v left join lateral jsonb_array_elements(v.lines) with ordinality line on true
     where v.run_id = $1 group by v.candidate`,
};

const schemasStatement = {
  name: 'write_tts_schemas',
  text: `update assay.story_candidates c set tts_schema = s.schema
     from jsonb_to_recordset($2) as s (candidate integer, schema jsonb)
     where c.run_id = $1 and c.ordinal = s.candidate`,
};
