import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import type { DayUsage } from './usage-view.js';

export interface AccountUsage extends DayUsage {
  /** Null: the person's own. */
  group: string | null;
}

/** Accounts of a person: their own, and those of their groups among $2. */
const ACCOUNTS = `accounts as materialized (
    select null as "group", array[$1::uuid] as members
    union all
    select g, array(select o.id from assay.people o where o.groups @> array[g])
    from assay.people p cross join lateral unnest(p.groups) g where p.id = $1 and g = any ($2::text[])
  )`;

/**
 * Usage since $3 by questions, story evaluations and evaluations, in the order of groups; without $4 only their number.
 */
export const readPersonUsage = prepared<
  [person: Id, groups: string[], midnight: number, withSpending: boolean],
  AccountUsage
>(
  {
    name: 'read_person_usage',
    text: `with ${ACCOUNTS}
    select a."group", count(r.id)::integer as questions, coalesce(sum(u.tokens), 0)::double precision as tokens,
           coalesce(sum(u.cost), 0)::double precision as "costUsd"
    from accounts a
    left join lateral (
      select r.id from assay.runs r where r.person = any (a.members) and r.id >= $3
      union all
      select q.run_id from assay.workspace_evaluations e
      join assay.workspace_evaluation_answers q on q.evaluation_id = e.id and q.run_id >= $3
      where e.owner = any (a.members::text[]) and (e.finished_at is null or e.finished_at >= $5)) r on true
    left join lateral (select sum(s.input_tokens + s.output_tokens) as tokens, sum(s.cost_usd) as cost
                       from assay.steps s where $4::boolean and s.run_id = r.id and s.kind = 'model') u on true
    group by a."group" order by a."group" nulls first`,
  },
  (person, groups, midnight, withSpending) => [person, groups, firstId(midnight), withSpending, new Date(midnight)],
).all;

/** Until the end of the transaction. */
export const lockAccounts = prepared<[person: Id, groups: string[]]>({
  name: 'lock_accounts',
  text: `select pg_advisory_xact_lock(hashtextextended('quota ' || key, 0)) from (
      select $1::text as key
      union all
      select g from assay.people p cross join lateral unnest(p.groups) g where p.id = $1::uuid and g = any ($2::text[])
      order by key
    ) keys`,
}).run;

/** Smaller than each id made at or after a time. */
function firstId(milliseconds: number): Id {
  const hex = milliseconds.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
