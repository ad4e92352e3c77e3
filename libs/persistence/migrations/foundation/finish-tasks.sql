-- Ends, releases or only journals a group of tasks in one transaction. What is big (steps, events) comes apart from
-- what is looked at again and again, and everything is found by key through arrays, whatever the planner guesses. Item
-- n is:
-- p_tasks[n], p_claims[n], p_runs[n], and p_supersede[n] where steps from that ordinal on are superseded;
-- p_ends: [{ item, status: DONE | DEAD | READY, result?, key?, error?, delayMs?, uncounted? }];
-- p_requests: [{ item, id, run, workspace, ... }] of items whose rows are written with their end;
-- p_steps: [{ item, ... }] with bodies in p_raws; p_events: [{ item, type, body, stepped: true where a step tells it
-- }].
-- p_stages: the stages of the items that end.
-- Items whose claim is no longer theirs, or whose run has ended, write nothing and come back with accepted = false. Of
-- a task that its run has dropped meanwhile, what was answered is still put on record (it was paid for), and no more.
-- READY gives the task back (a new delivery); out of attempts it becomes DEAD, and that row is the dead letter.
create or replace function assay.finish_tasks(p_tasks uuid[], p_claims uuid[], p_runs uuid[], p_stages uuid[],
                                              p_supersede integer[], p_ends jsonb, p_steps jsonb, p_raws bytea[],
                                              p_events jsonb, p_requests jsonb)
returns table (task_id uuid, accepted boolean, status text, delivery integer, queue text, priority integer,
               run_id uuid, advance boolean)
language plpgsql set search_path to assay as $$
#variable_conflict use_column
declare
  v_accepted uuid[];
  v_late uuid[];
  v_written uuid[];
  v_ending uuid[];
  v_stepped uuid[];
  v_ended uuid[];
  v_keyed uuid[];
  v_advance uuid[];
begin
  perform 1 from runs r where r.id = any (p_runs) order by r.id for no key update;
  perform 1 from stages s where s.id = any (p_stages) order by s.id for no key update;

  -- What was answered is written so; what goes on, as claimed, for all that follows. Where its key has a row by now that
  -- one stands, and nobody wants what a run or a workspace asked for that is over.
  with written as (
    insert into tasks (id, run_id, workspace_id, queue, priority, max_attempts, run_seconds, payload, request_key,
                       status, claim, attempts, result, created_at, claimed_at, finished_at)
    select q.id, q.run, q.workspace, q.queue, q.priority, q."maxAttempts", q."runSeconds", q.payload,
           coalesce(q.key, q.id::text), case when e.done then 'DONE' else 'RUNNING' end,
           case when not e.done then q.id end, 1, case when e.done then e.result end, began.at, began.at,
           case when e.done then clock_timestamp() end
    from jsonb_to_recordset(p_requests) as q (
      item integer, id uuid, run uuid, workspace uuid, queue text, priority integer, "maxAttempts" integer,
      "runSeconds" integer, payload jsonb, key text, "tookMs" double precision)
    cross join lateral (select now() - make_interval(secs => q."tookMs" / 1000) as at) began
    join (select i.item, i.result, i.status = 'DONE' as done
          from jsonb_to_recordset(p_ends) as i (item integer, status text, result jsonb)) e using (item)
    where exists (select 1 from workspaces w where w.id = q.workspace)
      and (q.run is null or exists (select 1 from runs r where r.id = q.run and r.finished_at is null))
    -- two that write the same keys wait for each other and never in a circle
    order by coalesce(q.key, q.id::text)
    on conflict (request_key) where request_key is not null do nothing
    returning id, status
  )
  select coalesce(array_agg(w.id) filter (where w.status = 'DONE'), '{}') into v_written from written w;

  select coalesce(array_agg(found.id) filter (where found.status = 'RUNNING'), '{}'),
         coalesce(array_agg(found.id) filter (where found.status = 'CANCELLED'), '{}')
  into v_accepted, v_late from (
    -- a value of its own for each row: an `exists` may be answered by reading all runs that have ended
    select t.id, t.status, (select r.finished_at from runs r where r.id = t.run_id) is not null as over
    from tasks t
    where t.id = any (p_tasks) and t.status in ('RUNNING', 'CANCELLED')
      and exists (select 1 from unnest(p_tasks, p_claims) as i (task, claim) where i.task = t.id and i.claim = t.claim)
  ) found where not found.over;

  -- an end is its own lock: a row that is locked first is logged twice
  select coalesce(array_agg(p_tasks[i.item]), '{}') into v_ending from jsonb_to_recordset(p_ends) as i (item integer);
  with ended as (
    update tasks t
    set status = f.final, result = f.result, result_key = f.key, last_error = coalesce(f.error, t.last_error),
        claim = null, process_id = null, run_until = null,
        finished_at = case when f.final = 'READY' then null else clock_timestamp() end,
        delivery = t.delivery + case when f.final = 'READY' then 1 else 0 end,
        attempts = t.attempts - case when f.uncounted then 1 else 0 end,
        ready_at = case when f.final = 'READY' then now() + f.delay else t.ready_at end,
        publish_at = case when f.final = 'READY' then now() + f.delay + publish_delay(0) else t.publish_at end,
        publishes = 0
    from (
      select current.id as task, p_claims[i.item] as claim, i.result, i.key, i.error,
             make_interval(secs => coalesce(i."delayMs", 0) / 1000) as delay, coalesce(i.uncounted, false) as uncounted,
             case when i.status = 'READY' and not coalesce(i.uncounted, false)
                       and current.attempts >= current.max_attempts
                  then 'DEAD' else i.status end as final
      from jsonb_to_recordset(p_ends) as i (
        item integer, status text, result jsonb, key text, error jsonb, "delayMs" double precision, uncounted boolean)
      join tasks current on current.id = p_tasks[i.item]
      where current.id = any (v_accepted)
      order by current.id
    ) f
    where t.id = f.task and t.status = 'RUNNING' and t.claim = f.claim
    returning t.id, t.run_id, t.finished_at is not null and t.result_key is not null as keyed
  )
  select coalesce(array_agg(e.id), '{}'), coalesce(array_agg(e.id) filter (where e.keyed), '{}')
  into v_ended, v_keyed from ended e;

  -- whose claim was lost until its row was written writes nothing else, either; what goes on keeps its claim meanwhile
  select coalesce(array_agg(locked.id), '{}') into v_accepted from (
    select t.id from tasks t
    where t.id = any (v_accepted) and t.id <> all (v_ending) and t.status = 'RUNNING'
      and exists (select 1 from unnest(p_tasks, p_claims) as i (task, claim) where i.task = t.id and i.claim = t.claim)
    order by t.id for no key update of t
  ) locked;
  v_accepted := v_accepted || v_ended;

  if array_length(p_supersede, 1) > 0 then
    update steps s set superseded = true
    from unnest(p_tasks, p_runs, p_supersede) as i (task, run, ordinal)
    where s.run_id = coalesce(i.run, i.task) and s.task_id = i.task and s.ordinal >= i.ordinal
      and i.task = any (v_accepted || v_late);
  end if;

  with inserted as (
    insert into steps (id, run_id, task_id, ordinal, kind, request_hash, request, answer, raw, agent, model,
                       prompt_hash, status, finish_reason, error, input_tokens, output_tokens, cached_tokens, cost_usd,
                       latency_ms, parser, repaired, flags)
    select s.id, coalesce(p_runs[s.item], p_tasks[s.item]), p_tasks[s.item], s.ordinal, s.kind, s."requestHash", s.request, s.answer,
           p_raws[s.raw], s.agent, s.model, s."promptHash", s.status, s."finishReason", s.error,
           coalesce(s."inputTokens", 0), coalesce(s."outputTokens", 0), s."cachedTokens", s."costUsd",
           coalesce(s."latencyMs", 0), s.parser, coalesce(s.repaired, false), coalesce(s.flags, '[]')
    from jsonb_to_recordset(p_steps) as s (
      item integer, id uuid, ordinal integer, kind text, "requestHash" text, request jsonb, answer jsonb, raw integer,
      agent text, model text, "promptHash" text, status text, "finishReason" text, error jsonb, "inputTokens" integer,
      "outputTokens" integer, "cachedTokens" integer, "costUsd" double precision, "latencyMs" double precision,
      parser text, repaired boolean, flags jsonb)
    where p_tasks[s.item] = any (v_accepted || v_late)
      -- as `on conflict` would do, which writes to the log twice; nobody else inserts steps of a task that is locked here
      and not exists (select 1 from steps k where k.run_id = coalesce(p_runs[s.item], p_tasks[s.item]) and k.id = s.id)
    returning run_id, task_id, kind, input_tokens, output_tokens, cost_usd
  ), spent as (
    insert into workspace_days as d (workspace_id, day, slot, tokens, cost_usd)
    select r.workspace_id, (now() at time zone 'UTC')::date, day_slot(), sum(i.input_tokens + i.output_tokens),
           coalesce(sum(i.cost_usd), 0)
    from inserted i join runs r on r.id = i.run_id
    where i.kind = 'model' and r.workspace_id is not null
    group by r.workspace_id
    order by r.workspace_id
    on conflict (day, workspace_id, slot) do update
      set tokens = d.tokens + excluded.tokens, cost_usd = d.cost_usd + excluded.cost_usd
  )
  select coalesce(array_agg(distinct i.task_id), '{}') into v_stepped from inserted i;

  -- the first committed outcome of a key is the original; within this group the lowest ordinal is
  if array_length(v_keyed, 1) > 0 then
    update tasks t set duplicate_of = original.id
    from (
      select distinct on (o.stage_id, o.result_key) o.id, o.stage_id, o.result_key
      from tasks o
      where o.stage_id = any (p_stages)
        and o.status = 'DONE' and o.result_key is not null and o.duplicate_of is null
      order by o.stage_id, o.result_key, o.id = any (v_accepted), o.ordinal
    ) original
    where t.id = any (v_keyed) and t.stage_id = original.stage_id and t.result_key = original.result_key
      and t.id <> original.id;
  end if;

  with over as (
    select t.stage_id, count(*)::integer as tasks
    -- no word of stage_id being null: a plan must not come upon the index of all tasks that have one
    from tasks t where t.id = any (v_ended) and t.finished_at is not null
    group by t.stage_id
  ), counted as (
    update stages s set open_tasks = s.open_tasks - e.tasks
    from over e where s.id = e.stage_id
    returning s.run_id, s.open_tasks = 0
      or (s.open_tasks <= s.look_at_open and s.open_tasks + e.tasks > s.look_at_open) as advance
  )
  select coalesce(array_agg(distinct c.run_id), '{}') into v_advance from counted c where c.advance;

  -- a group whose commit arrived although its answer was lost is sent again: its steps are there, its events told
  with told as (
    select p_runs[e.item] as run_id, p_tasks[e.item] as task_id, e.type, e.body, e.ordinality
    from rows from (jsonb_to_recordset(p_events) as (item integer, type text, body jsonb, stepped boolean))
           with ordinality as e (item, type, body, stepped, ordinality)
    where p_tasks[e.item] = any (v_accepted) and (e.stepped is not true or p_tasks[e.item] = any (v_stepped))
       or e.type = 'call-answered' and p_tasks[e.item] = any (v_late) and p_tasks[e.item] = any (v_stepped)
  ), batches as (
    select n.run_id, count(*)::integer as number, jsonb_agg(jsonb_build_object('type', n.type, 'body',
             case when n.body ? 'duplicateOf'
                  then n.body || jsonb_build_object('duplicateOf',
                                                    (select t.duplicate_of from tasks t where t.id = n.task_id))
                  else n.body end) order by n.ordinality) as events
    from told n
    group by n.run_id
  ), inserted as (
    insert into event_batches (run_id, sequence, at, events)
    select b.run_id, r.last_event + b.number, clock_timestamp(), b.events
    from batches b
    join runs r on r.id = b.run_id
  ), affected as (
    select b.run_id, b.number as events, 0 as ends from batches b
    union all
    select i.run, 0, 1 from unnest(p_tasks, p_runs) as i (task, run) where i.task = any (v_ended)
  )
  update runs r
  set last_event = r.last_event + a.events, revision = r.revision + a.ends,
      advance_wanted = r.advance_wanted or r.id = any (v_advance),
      advance_published_at = case when r.id = any (v_advance) then now() else r.advance_published_at end,
      advance_publishes = case when r.id = any (v_advance) then 0 else r.advance_publishes end,
      check_at = case when r.id = any (v_advance) then least(r.check_at, now() + publish_delay(0)) else r.check_at end
  from (select run_id, sum(events)::integer as events, sum(ends)::integer as ends from affected group by run_id) a
  where r.id = any (p_runs) and r.id = a.run_id;

  return query
  select t.id, t.id = any (v_accepted || v_written), t.status, t.delivery, t.queue, t.priority, t.run_id,
         coalesce(t.run_id = any (v_advance), false)
  from tasks t where t.id = any (p_tasks);
end
$$;
