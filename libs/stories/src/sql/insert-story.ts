import type { Id } from '@assay/contracts';
import { toJsonb, type Queryable } from '@assay/persistence';
import type { StorySettings } from '../pipeline/story-run.js';

export interface NewStory {
  run: Id;
  owner: string;
  settings: StorySettings;
  candidates: { label: string; text: string; chunks: number[] }[];
}

const statement = {
  name: 'insert_story',
  text: `with evaluation as (
       insert into assay.story_evaluations (run_id, owner, story_id, settings)
       values ($1, $2, $3, $4) returning run_id
     )
     insert into assay.story_candidates (run_id, ordinal, label, text, chunks)
     select e.run_id, c.ordinality::integer, c.value ->> 'label', c.value ->> 'text',
            array(select jsonb_array_elements_text(c.value -> 'chunks')::integer)
     from evaluation e cross join jsonb_array_elements($5::jsonb) with ordinality c`,
};

/** Requires the run's row. */
export async function insertStory(connection: Queryable, story: NewStory): Promise<void> {
  const { run, owner, settings, candidates } = story;
  await connection.query(statement, [run, owner, settings.storyId, toJsonb(settings), toJsonb(candidates)]);
}
