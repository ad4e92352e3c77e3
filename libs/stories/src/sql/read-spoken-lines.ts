import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import type { SpokenLine } from '../narration/tts-schema.js';

export interface SpokenLines {
  candidate: number;
  lines: SpokenLine[];
}

export const readSpokenLines = prepared<[run: Id], SpokenLines>({
  name: 'read_spoken_lines',
  text: `select v.candidate, coalesce(jsonb_agg(line.value order by v.chunk, line.ordinality)
                                      filter (where line.value is not null), '[]') as lines
     from assay.story_coverage v left join lateral jsonb_array_elements(v.lines) with ordinality line on true
     where v.run_id = $1 group by v.candidate`,
}).all;
