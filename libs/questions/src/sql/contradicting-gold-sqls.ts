import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import { bare } from './corrected-sql.js';

/** Per gold SQL, others in use of the same words and evidence with another text. */
export const contradictingGoldSqls = prepared<[ids: readonly Id[]], { id: Id; others: Id[] }>({
  name: 'contradicting_gold_sqls',
  text: `select g.id, array_agg(o.id order by o.id) as others
     from assay.gold_sqls g
     join assay.gold_sqls o on o.workspace_id = g.workspace_id and md5(o.words) = md5(g.words) and o.id <> g.id
     where g.id = any ($1) and g.set_aside is null and o.set_aside is null
       and btrim(coalesce(o.evidence, '')) = btrim(coalesce(g.evidence, ''))
       and ${bare('o.sql')} <> ${bare('g.sql')}
     group by g.id`,
}).all;
