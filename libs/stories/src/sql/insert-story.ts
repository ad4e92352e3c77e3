import type { Id } from '@assay/contracts';
import { prepared, toJsonb } from '@assay/persistence';
import type { StorySettings } from '../pipeline/story-run.js';

export interface NewStory {
  run: Id;
  owner: string;
  settings: StorySettings;
  candidates: { label: string; text: string; chunks: number[] }[];
}

export const insertStory = prepared<[story: NewStory]>(
  {
    name: 'insert_story',
    text: `with evaluation as (
       insert into assay.story_evaluations (run_id, owner, story_id, settings)
       values ($1, $2, $3, $4) returning run_id
     )
     insert into assay.story_candidates (run_id, ordinal, label, text, chunks)
     select e.run_id, c.ordinality::integer, c.value ->> 'label', c.value ->> 'text',
            array(select jsonb_array_elements_text(c.value -> 'chunks')::integer)
     from evaluation e cross join jsonb_array_elements($5::jsonb) with ordinality c`,
  },
  ({ run, owner, settings, candidates }) => [run, owner, settings.storyId, toJsonb(settings), toJsonb(candidates)],
).run;
