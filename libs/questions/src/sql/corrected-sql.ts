/**
 * SQL of the newest correction of run `r`, unless its gold SQL is gone, a reading was chosen since, or it is the
 * winner's own; else null.
 */
export const CORRECTED_SQL = `(select nullif(rtrim(c.sql, E' \\n\\r\\t;'), case when r.status <> 'FAILED' then rtrim(q.result #>> '{sqlList,0,sql}', E' \\n\\r\\t;') end)
              from assay.corrections c join assay.gold_sqls g on g.id = c.gold_sql_id and g.set_aside is null
              where c.run_id = r.id
                and not exists (select from assay.settlements s where s.run_id = r.id and s.id > c.id)
              order by c.id desc limit 1)`;
