/** Without blanks and semicolons around it: equal texts are one SQL. */
export const bare = (sql: string): string => `btrim(${sql}, E' \\n\\r\\t;')`;

/** The winner of run `r`; null for FAILED. */
export const WINNER = `case when r.status <> 'FAILED' then ${bare("q.result #>> '{sqlList,0,sql}'")} end`;

/** Whether gold SQL `g` of the same words answered question `q`. */
export const answered = (winner: string): string => `q.known is not null and g.workspace_id = q.workspace_id
              and md5(g.words) = md5(assay.question_words(q.question)) and ${bare('g.sql')} = ${winner}`;

/** Whether the winner of run `r` is a gold SQL, of this question or that which answered it. */
export const IS_LIKED = `(exists (select from assay.gold_sqls g where g.run_id = r.id and ${bare('g.sql')} = ${WINNER})
              or exists (select from assay.gold_sqls g where ${answered(WINNER)}))`;

/**
 * SQL of the newest correction of run `r`; null if its gold SQL is gone, a reading was chosen since, or it is the
 * winner's own.
 */
export const CORRECTED_SQL = `(select nullif(${bare('c.sql')}, ${WINNER})
              from (select id, sql, gold_sql_id from assay.corrections
                    where run_id = r.id and sql is not null order by id desc limit 1) c
              join assay.gold_sqls g on g.id = c.gold_sql_id and g.set_aside is null
              where not exists (select from assay.settlements s where s.run_id = r.id and s.id > c.id))`;

/** Whether the newest correction of run `r` is a comment, or SQL other than the winner's own. */
export const IS_CORRECTED = `coalesce((select c.sql is null or ${bare('c.sql')} is distinct from ${WINNER}
              from assay.corrections c where c.run_id = r.id order by c.id desc limit 1), false)`;
