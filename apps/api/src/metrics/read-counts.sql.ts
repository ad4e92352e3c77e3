import type { Queryable } from '@assay/persistence';

export interface Count {
  of: 'runs' | 'open' | 'tasks';
  labels: Record<string, string>;
  value: number;
}

const statement = {
  name: 'read_counts',
  text: `select case when finished_at is null then 'open' else 'runs' end as of,
            jsonb_build_object('product', product, 'status', status) as labels, count(*)::integer as value
     from assay.runs group by finished_at is null, product, status
     union all
     select 'tasks', jsonb_build_object('queue', queue, 'status', status), count(*)::integer
     from assay.tasks where finished_at is null group by queue, status
     order by 1, 2`,
};

/** How many runs and open tasks there are. */
export async function readCounts(database: Queryable): Promise<Count[]> {
  return database.query<Count>(statement);
}
