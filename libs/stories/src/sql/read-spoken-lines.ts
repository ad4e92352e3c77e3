import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import type { SpokenLine } from '../narration/tts-schema.js';

const statement = {
  name: 'read_spoken_lines',
  text: `select v.candidate, coalesce(jsonb_agg(line.value order by v.chunk, line.ordinality)
                                      filter (where line.value is not null), '[]') as lines
     from assay.story_coverage v left join lateral jsonb_array_elements(v.lines) with ordinality line on true
     where v.run_id = $1 group by v.candidate`,
};

/** Narrated lines of a candidate, in chunk order. */
export interface SpokenLines {
  candidate: number;
  lines: SpokenLine[];
}

export async function readSpokenLines(connection: Queryable, run: Id): Promise<SpokenLines[]> {
  return connection.query<SpokenLines>(statement, [run]);
}
