/**
 * What the rows say is owed and nobody has published lately; marks it published. Pages of p_limit. Tasks that a request
 * left behind when its run had just ended are ended with it.
 */
export const sweepOwed = /* sql */ `
create or replace function assay.sweep_owed(p_limit integer)
returns table (kind text, id uuid, delivery integer, queue text, priority integer, publishes integer)
language plpgsql set search_path to assay as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
  with owed as (
    select t.id, r.finished_at is not null as over
    from tasks t left join runs r on r.id = t.run_id
    where t.finished_at is null and t.status = 'READY' and (t.not_before is null or t.not_before <= now())
      and (t.published_at is null
        or t.published_at < now() - make_interval(secs => 1.5 * power(2, least(t.publishes, 6))))
    order by t.id limit p_limit for no key update of t skip locked
  ), ended as (
    update tasks t set status = 'CANCELLED', finished_at = clock_timestamp()
    from owed o where t.id = o.id and o.over
  )
  update tasks t set published_at = now(), publishes = t.publishes + 1
  from owed o where t.id = o.id and not o.over
  returning 'task', t.id, t.delivery, t.queue, t.priority, t.publishes;

  return query
  with owed as (
    select r.id from runs r
    where r.finished_at is null
      and (r.advance_wanted or r.wake_at <= now() or r.deadline_at <= now() or r.cancel_requested_at is not null)
      and (r.advance_published_at is null
        or r.advance_published_at < now() - make_interval(secs => 1.5 * power(2, least(r.advance_publishes, 6))))
    order by r.id limit p_limit for no key update skip locked
  )
  update runs r
  set advance_wanted = true, advance_published_at = now(), advance_publishes = r.advance_publishes + 1
  from owed o where r.id = o.id
  returning 'run', r.id, null::integer, 'coordinator', 0, r.advance_publishes;
end
$$`;
