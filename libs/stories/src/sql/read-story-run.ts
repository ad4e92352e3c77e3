import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import type { StorySettings } from '../pipeline/story-run.js';

export interface StoryRunRow {
  settings: StorySettings;
  chunks: { candidate: number; chunk: number }[];
}

export const readStoryRun = prepared<[run: Id], StoryRunRow>({
  name: 'load_story_run',
  text: `select e.settings,
            coalesce((select jsonb_agg(jsonb_build_object('candidate', c.ordinal, 'chunk', chunk)
                                       order by c.ordinal, chunk)
                      from assay.story_candidates c, unnest(c.chunks) chunk where c.run_id = e.run_id), '[]') as chunks
     from assay.story_evaluations e where e.run_id = $1`,
}).first;
