-- What is due for publication by now, of tasks the most overdue first; marks it published. Pages of p_limit. Tasks that
-- a request left behind when its run had just ended are ended with it. Of runs ten pages are looked at: those that have
-- moved on since are only given the time of their next look, and are no part of what a caller counts.
create or replace function assay.sweep_owed(p_limit integer)
returns table (kind text, id uuid, delivery integer, queue text, priority integer, publishes integer)
language plpgsql set search_path to assay as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
  with due as (
    -- a value of its own for each row: an `exists` may be answered by reading all runs that have ended
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

-- Makes a page of waiting tasks due for publication at once, whenever they were published last: their queue has lost
-- its jobs. Of one queue, or of all (null). Only what was published before p_since is looked at, in the order of
-- (publish_at, id) after the last row of the page before; no row when there is no further page.
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
