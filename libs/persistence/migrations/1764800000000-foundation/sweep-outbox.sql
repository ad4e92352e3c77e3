-- Returns a page of p_limit publications that are due, the most overdue tasks first, and marks them published. Ends
-- tasks left by a run that just ended. Checks up to ten pages of runs; a run that has moved on only gets a new check
-- time and is not counted.
create or replace function assay.sweep_owed(p_limit integer)
returns table (kind text, id uuid, delivery integer, queue text, priority integer, publishes integer)
language plpgsql set search_path to assay as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
  with due as (
    -- a scalar subquery: `exists` may be planned as a read of all ended runs
    select t.id, (select r.finished_at from runs r where r.id = t.run_id) is not null as over
    from tasks t
    where t.status = 'READY' and t.publish_at <= now()
    order by t.publish_at, t.id limit p_limit for no key update of t skip locked
  ), ended as (
    update tasks t set status = 'CANCELLED', finished_at = clock_timestamp()
    from due d where t.id = d.id and d.over
  )
  update tasks t set publish_at = now() + publish_delay(t.publishes + 1), publishes = t.publishes + 1
  from due d where t.id = d.id and not d.over
  returning 'task', t.id, t.delivery, t.queue, t.priority, t.publishes;

  return query
  with looked_at as (
    select r.id,
           case when r.advance_wanted
                -- null: its publication was lost
                then coalesce(r.advance_published_at + publish_delay(r.advance_publishes), '-infinity')
                else least(r.wake_at, r.deadline_at) end as due_at
    from runs r
    where r.finished_at is null and r.check_at <= now()
    order by r.check_at, r.id limit 10 * p_limit for no key update skip locked
  ), later as (
    update runs r set check_at = l.due_at from looked_at l where r.id = l.id and l.due_at > now()
  )
  update runs r
  set advance_wanted = true, advance_published_at = now(), advance_publishes = r.advance_publishes + 1,
      check_at = now() + publish_delay(r.advance_publishes + 1)
  from (select l.id from looked_at l where l.due_at <= now() limit p_limit) due where r.id = due.id
  returning 'run', r.id, null::integer, 'coordinator', 0, r.advance_publishes;
end
$$;

-- Makes a page of waiting tasks due at once, because their queue lost its jobs. p_queue null: all queues. Covers rows
-- published before p_since, in the order (publish_at, id) after the previous page; returns no row at the end.
create or replace function assay.forget_task_publications(p_queue text, p_since timestamptz, p_after timestamptz,
                                                          p_after_id uuid, p_limit integer)
returns table (publish_at timestamptz, id uuid)
language plpgsql set search_path to assay as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
  with page as (
    select t.id, t.publish_at, t.queue, t.ready_at from tasks t
    where t.status = 'READY' and (t.publish_at, t.id) > (p_after, p_after_id)
    order by t.publish_at, t.id limit p_limit
  ), forgotten as (
    update tasks t set publish_at = p_since, publishes = 0
    from (select l.id from tasks l where l.id = any (select p.id from page p) and l.status = 'READY'
          order by l.id for no key update skip locked) free
    where t.id = free.id and t.ready_at <= p_since and t.publish_at > p_since
      and (p_queue is null or t.queue = p_queue)
  )
  select p.publish_at, p.id from page p order by p.publish_at desc, p.id desc limit 1;
end
$$;
