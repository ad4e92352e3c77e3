import type { GoldSql, Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** Gold SQLs shown to the agents at most. */
const SHOWN = 5;

const statement = {
  name: 'relevant_gold_sqls',
  // Words of the question that occur in the gold question or its evidence; newer first among equals.
  text: `select g.question, g.sql, g.evidence
     from assay.gold_sqls g,
          lateral (select to_tsvector('english', g.question || ' ' || coalesce(g.evidence, '')) as words) document,
          lateral (select to_tsquery('english', nullif(replace(plainto_tsquery('english', $2)::text, '&', '|'), ''))
                   as words) asked
     where g.workspace_id = $1 and document.words @@ asked.words
     order by ts_rank_cd(document.words, asked.words) desc, g.created_at desc
     limit ${SHOWN}`,
};

/** The gold SQLs of a workspace whose questions share most with this one, best first. */
export async function relevantGoldSqls(connection: Queryable, workspace: Id, question: string): Promise<GoldSql[]> {
  return connection.query<GoldSql>(statement, [workspace, question]);
}
