/**
 * SQL of the newest correction of run `r`; null if its gold SQL is gone, a reading was chosen since, or it is the
 * winner's own.
 */
export const CORRECTED_SQL = `(select nullif(rtrim(c.sql, E' \\n\\r\\t;'), case when r.status <> 'FAILED' then rtrim(q.result #>> '{sqlList,0,sql}', E' \\n\\r\\t;') end)
              from (select id, sql, gold_sql_id from assay.corrections
                    where run_id = r.id and sql is not null order by id desc limit 1) c
              join assay.gold_sqls g on g.id = c.gold_sql_id and g.set_aside is null
              where not exists (select from assay.settlements s where s.run_id = r.id and s.id > c.id))`;
