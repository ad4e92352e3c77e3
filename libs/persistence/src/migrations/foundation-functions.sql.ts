/**
 * The hot functions: the way of a task in the fewest round trips.
 *
 * Locks are taken run (ascending id), then stage, then task, everywhere; each function locks in one statement and reads
 * in a later one, so that it sees what the previous holder of the lock committed. The locks are NO KEY ones: a foreign
 * key check of a new row must not wait for them.
 */

/**
 * Gives READY tasks to a process. A claim that a crash of Postgres forgets is merely claimed again, so it waits for no
 * flush. Zero rows for a task mean: somebody else has it, or it has ended, or this delivery is an old one.
 */
const claimTasks = /* sql */ `
create or replace function assay.claim_tasks(p_process uuid, p_tasks uuid[], p_deliveries integer[], p_claims uuid[])
returns table (
  task_id uuid, claim uuid, queue text, ordinal integer, delivery integer, attempts integer, max_attempts integer,
  payload jsonb,
  run_id uuid, product text, workspace_id uuid, seed bigint, deadline_at timestamptz, trace_context text,
  stage_id uuid, stage_kind text, attempt integer, round integer, input jsonb, created_at timestamptz
)
language plpgsql set search_path to assay as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  perform 1 from tasks t where t.id = any (p_tasks) order by t.id for no key update;
  return query
  with wanted as (
    select * from unnest(p_tasks, p_deliveries, p_claims) as w (id, delivery, claim)
  ), claimed as (
    update tasks t
    set status = 'RUNNING', claim = w.claim, process_id = p_process, claimed_at = now(),
        attempts = t.attempts + case when t.status = 'READY' then 1 else 0 end,
        run_until = now() + make_interval(secs => t.run_seconds)
    from wanted w
    where t.id = w.id and t.delivery = w.delivery
      and (t.status = 'READY' and (t.not_before is null or t.not_before <= now())
        -- asked again by the same token: the answer to a claim that was committed had been lost
        or t.status = 'RUNNING' and t.claim = w.claim)
      and not exists (select 1 from runs r where r.id = t.run_id and r.finished_at is not null)
    returning t.*
  )
  select c.id, c.claim, c.queue, c.ordinal, c.delivery, c.attempts, c.max_attempts, c.payload,
         c.run_id, r.product, coalesce(c.workspace_id, r.workspace_id), r.seed, r.deadline_at, r.trace_context,
         c.stage_id, s.kind, s.attempt, s.round, s.input, c.created_at
  from claimed c
  left join runs r on r.id = c.run_id
  left join stages s on s.id = c.stage_id;
end
$$`;

/**
 * Ends, releases or only journals a group of tasks in one transaction. What is big (steps, events) comes apart from what
 * is looked at again and again, and everything is found by key through arrays, whatever the planner guesses. Item n is:
 * p_tasks[n], p_claims[n], p_runs[n], and p_supersede[n] where steps from that ordinal on are superseded;
 * p_ends: [{ item, status: DONE | DEAD | READY, result?, key?, error?, delayMs?, uncounted? }];
 * p_steps: [{ item, ... }] with bodies in p_raws; p_events: [{ item, type, body, stepped: true where a step tells it }].
 * p_stages: the stages of the items that end.
 * Items whose claim is no longer theirs, or whose run has ended, write nothing and come back with accepted = false. Of a
 * task that its run has dropped meanwhile, what was answered is still put on record (it was paid for), and no more.
 * READY gives the task back (a new delivery); out of attempts it becomes DEAD, and that row is the dead letter.
 */
const finishTasks = /* sql */ `
create or replace function assay.finish_tasks(p_tasks uuid[], p_claims uuid[], p_runs uuid[], p_stages uuid[],
                                              p_supersede integer[], p_ends jsonb, p_steps jsonb, p_raws bytea[],
                                              p_events jsonb)
returns table (task_id uuid, accepted boolean, status text, delivery integer, queue text, priority integer,
               run_id uuid, advance boolean)
language plpgsql set search_path to assay as $$
#variable_conflict use_column
declare
  v_accepted uuid[];
  v_late uuid[];
  v_stepped uuid[];
  v_ended uuid[];
  v_keyed uuid[];
  v_advance uuid[];
begin
  perform 1 from runs r where r.id = any (p_runs) order by r.id for no key update;
  perform 1 from stages s where s.id = any (p_stages) order by s.id for no key update;

  select coalesce(array_agg(locked.id) filter (where locked.status = 'RUNNING'), '{}'),
         coalesce(array_agg(locked.id) filter (where locked.status = 'CANCELLED'), '{}')
  into v_accepted, v_late from (
    select t.id, t.status
    from tasks t
    where t.id = any (p_tasks) and t.status in ('RUNNING', 'CANCELLED')
      and exists (select 1 from unnest(p_tasks, p_claims) as i (task, claim) where i.task = t.id and i.claim = t.claim)
      and not exists (select 1 from runs r where r.id = t.run_id and r.finished_at is not null)
    order by t.id for no key update of t
  ) locked;

  if array_length(p_supersede, 1) > 0 then
    update steps s set superseded = true
    from unnest(p_tasks, p_supersede) as i (task, ordinal)
    where s.task_id = i.task and s.ordinal >= i.ordinal and i.task = any (v_accepted || v_late);
  end if;

  with inserted as (
    insert into steps (id, run_id, task_id, ordinal, kind, request_hash, request, answer, raw, agent, model,
                       prompt_hash, status, finish_reason, error, input_tokens, output_tokens, cost_usd, latency_ms,
                       parser, repaired, flags)
    select s.id, p_runs[s.item], p_tasks[s.item], s.ordinal, s.kind, s."requestHash", s.request, s.answer,
           p_raws[s.raw], s.agent, s.model, s."promptHash", s.status, s."finishReason", s.error,
           coalesce(s."inputTokens", 0), coalesce(s."outputTokens", 0), s."costUsd", coalesce(s."latencyMs", 0),
           s.parser, coalesce(s.repaired, false), coalesce(s.flags, '[]')
    from jsonb_to_recordset(p_steps) as s (
      item integer, id uuid, ordinal integer, kind text, "requestHash" text, request jsonb, answer jsonb, raw integer,
      agent text, model text, "promptHash" text, status text, "finishReason" text, error jsonb, "inputTokens" integer,
      "outputTokens" integer, "costUsd" double precision, "latencyMs" double precision, parser text, repaired boolean,
      flags jsonb)
    where p_tasks[s.item] = any (v_accepted || v_late)
    on conflict (id) do nothing
    returning task_id
  )
  select coalesce(array_agg(distinct i.task_id), '{}') into v_stepped from inserted i;

  with ended as (
    update tasks t
    set status = f.final, result = f.result, result_key = f.key, last_error = coalesce(f.error, t.last_error),
        claim = null, process_id = null, run_until = null,
        finished_at = case when f.final = 'READY' then null else clock_timestamp() end,
        delivery = t.delivery + case when f.final = 'READY' then 1 else 0 end,
        attempts = t.attempts - case when f.uncounted then 1 else 0 end,
        not_before = case when f.final = 'READY' then now() + make_interval(secs => f.delay_ms / 1000.0) end,
        published_at = case when f.final = 'READY' then now() + make_interval(secs => f.delay_ms / 1000.0) end,
        publishes = 0
    from (
      select current.id as task, i.result, i.key, i.error, coalesce(i."delayMs", 0) as delay_ms,
             coalesce(i.uncounted, false) as uncounted,
             case when i.status = 'READY' and not coalesce(i.uncounted, false)
                       and current.attempts >= current.max_attempts
                  then 'DEAD' else i.status end as final
      from jsonb_to_recordset(p_ends) as i (
        item integer, status text, result jsonb, key text, error jsonb, "delayMs" double precision, uncounted boolean)
      join tasks current on current.id = p_tasks[i.item]
      where current.id = any (v_accepted)
    ) f
    where t.id = f.task
    returning t.id, t.run_id, t.finished_at is not null and t.result_key is not null as keyed
  )
  select coalesce(array_agg(e.id), '{}'), coalesce(array_agg(e.id) filter (where e.keyed), '{}')
  into v_ended, v_keyed from ended e;

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
    from tasks t where t.id = any (v_ended) and t.finished_at is not null and t.stage_id is not null
    group by t.stage_id
  ), counted as (
    update stages s set open_tasks = s.open_tasks - e.tasks
    from over e where s.id = e.stage_id
    returning s.run_id, s.open_tasks = 0
      or (s.open_tasks <= s.look_at_open and s.open_tasks + e.tasks > s.look_at_open) as advance
  )
  select coalesce(array_agg(distinct c.run_id), '{}') into v_advance from counted c where c.advance;

  -- a group whose commit arrived although its answer was lost is sent again: its steps are there, its events told
  with numbered as (
    select p_runs[e.item] as run_id, p_tasks[e.item] as task_id, e.type, e.body,
           row_number() over (partition by p_runs[e.item] order by e.ordinality)::integer as number
    from rows from (jsonb_to_recordset(p_events) as (item integer, type text, body jsonb, stepped boolean))
           with ordinality as e (item, type, body, stepped, ordinality)
    where p_tasks[e.item] = any (v_accepted) and (e.stepped is not true or p_tasks[e.item] = any (v_stepped))
       or e.type = 'call-answered' and p_tasks[e.item] = any (v_late) and p_tasks[e.item] = any (v_stepped)
  ), inserted as (
    insert into events (run_id, sequence, type, at, body)
    select n.run_id, r.last_event + n.number, n.type, clock_timestamp(),
           case when n.body ? 'duplicateOf'
                then n.body || jsonb_build_object('duplicateOf',
                                                  (select t.duplicate_of from tasks t where t.id = n.task_id))
                else n.body end
    from numbered n
    join runs r on r.id = n.run_id
    returning run_id
  ), affected as (
    select i.run_id, 1 as events, 0 as ends from inserted i
    union all
    select i.run, 0, 1 from unnest(p_tasks, p_runs) as i (task, run) where i.task = any (v_ended)
  )
  update runs r
  set last_event = r.last_event + a.events, revision = r.revision + a.ends,
      advance_wanted = r.advance_wanted or r.id = any (v_advance),
      advance_published_at = case when r.id = any (v_advance) then now() else r.advance_published_at end
  from (select run_id, sum(events)::integer as events, sum(ends)::integer as ends from affected group by run_id) a
  where r.id = any (p_runs) and r.id = a.run_id;

  return query
  select t.id, t.id = any (v_accepted), t.status, t.delivery, t.queue, t.priority, t.run_id,
         coalesce(t.run_id = any (v_advance), false)
  from tasks t where t.id = any (p_tasks);
end
$$`;

/**
 * Writes what the coordinator decided for a run, or nothing (and false) where the run is no longer as it was read: its
 * revision has moved, or it has ended or gone.
 * { stages: [...], tasks: [...], close: [stage id], cancel: [{ task, straggler }], events: [{ type, body }],
 *   wakeAt: ms | null, finish: { status, error, stopReason } | null, start: boolean }.
 */
const applyAdvance = /* sql */ `
create or replace function assay.apply_advance(p_run uuid, p_revision integer, p_commands jsonb) returns boolean
language plpgsql set search_path to assay as $$
declare
  v_finish jsonb := p_commands -> 'finish';
  v_ends boolean := jsonb_typeof(p_commands -> 'finish') = 'object';
  v_events integer;
begin
  perform 1 from runs r where r.id = p_run and r.revision = p_revision and r.finished_at is null for no key update;
  if not found then
    return false;
  end if;

  if v_ends or jsonb_array_length(p_commands -> 'cancel') > 0 then
    perform 1 from stages s where s.run_id = p_run and s.closed_at is null order by s.id for no key update;
    perform 1 from tasks t where t.run_id = p_run and t.finished_at is null order by t.id for no key update;
    with gone as (
      update tasks t
      -- the claim stays where the run goes on: by it, an answer that is under way may still be handed in
      set status = 'CANCELLED', straggler = coalesce(c.straggler, false),
          claim = case when v_ends then null else t.claim end, process_id = null, finished_at = clock_timestamp()
      from tasks candidate
      left join jsonb_to_recordset(p_commands -> 'cancel') as c (task uuid, straggler boolean) on c.task = candidate.id
      where t.id = candidate.id and candidate.run_id = p_run and candidate.finished_at is null
        and (v_ends or c.task is not null)
      returning t.stage_id
    )
    update stages s set open_tasks = s.open_tasks - g.tasks
    from (select stage_id, count(*)::integer as tasks from gone group by stage_id) g
    where s.id = g.stage_id;
  end if;

  update stages s set closed_at = clock_timestamp()
  where s.run_id = p_run and s.closed_at is null
    and (v_ends or s.id in (select c.value::uuid from jsonb_array_elements_text(p_commands -> 'close') c));

  insert into stages (id, run_id, attempt, kind, round, input, total, open_tasks, look_at_open, started_at)
  select s.id, p_run, s.attempt, s.kind, s.round, s.input, s.total, s.total, s."lookAtOpen", clock_timestamp()
  from jsonb_to_recordset(p_commands -> 'stages') as s (
    id uuid, attempt integer, kind text, round integer, input jsonb, total integer, "lookAtOpen" integer);

  insert into tasks (id, run_id, stage_id, workspace_id, ordinal, queue, priority, max_attempts, run_seconds, payload,
                     request_key, published_at)
  select t.id, p_run, t.stage, t.workspace, t.ordinal, t.queue, t.priority, t."maxAttempts", t."runSeconds", t.payload,
         t."requestKey", now()
  from jsonb_to_recordset(p_commands -> 'tasks') as t (
    id uuid, stage uuid, workspace uuid, ordinal integer, queue text, priority integer, "maxAttempts" integer,
    "runSeconds" integer, payload jsonb, "requestKey" text);

  insert into events (run_id, sequence, type, at, body)
  select p_run, r.last_event + e.ordinality::integer, e.value ->> 'type', clock_timestamp(), e.value -> 'body'
  from jsonb_array_elements(p_commands -> 'events') with ordinality e
  join runs r on r.id = p_run;
  get diagnostics v_events = row_count;

  update runs r
  set last_event = r.last_event + v_events, revision = r.revision + 1,
      advance_wanted = false, advance_publishes = 0, advance_published_at = null,
      wake_at = to_timestamp((p_commands ->> 'wakeAt')::double precision / 1000),
      started_at = coalesce(r.started_at, clock_timestamp()),
      status = case when v_ends then v_finish ->> 'status' when r.status = 'QUEUED' then 'RUNNING' else r.status end,
      error = case when v_ends then nullif(v_finish -> 'error', 'null') else r.error end,
      stop_reason = case when v_ends then v_finish ->> 'stopReason' else r.stop_reason end,
      finished_at = case when v_ends then clock_timestamp() else r.finished_at end
  where r.id = p_run;
  return true;
end
$$`;

/**
 * Inserts requests to db-sampler; one whose key exists already shares that row's answer.
 * A forgotten request is asked again by its task, so it waits for no flush.
 */
const requestTasks = /* sql */ `
create or replace function assay.request_tasks(p_requests jsonb)
returns table (request integer, task_id uuid, delivery integer, created boolean, status text, result jsonb,
               last_error jsonb)
language plpgsql set search_path to assay as $$
#variable_conflict use_column
declare
  v_written uuid[];
begin
  perform set_config('synchronous_commit', 'off', true);
  with written as (
    insert into tasks as t (id, run_id, workspace_id, queue, priority, max_attempts, run_seconds, payload, request_key,
                            published_at)
    -- a request without a key has its id for one, so that it may be sent again when its answer was lost
    select distinct on (coalesce(q.key, q.id::text)) q.id, q.run, q.workspace, q.queue, q.priority, q."maxAttempts",
           q."runSeconds", q.payload, coalesce(q.key, q.id::text), now()
    from jsonb_to_recordset(p_requests) as q (
      id uuid, run uuid, workspace uuid, queue text, priority integer, "maxAttempts" integer, "runSeconds" integer,
      payload jsonb, key text)
    -- an answer that could not be had is asked for anew
    on conflict (request_key) where request_key is not null do update
      set status = 'READY', delivery = t.delivery + 1, attempts = 0, last_error = null, finished_at = null,
          published_at = now(), publishes = 0
      where t.status in ('DEAD', 'CANCELLED')
    returning t.id
  )
  select coalesce(array_agg(w.id), '{}') into v_written from written w;

  -- a statement of its own: it sees rows that a concurrent request has just committed
  return query
  select q.ordinality::integer, t.id, t.delivery, t.id = any (v_written), t.status, t.result, t.last_error
  from jsonb_array_elements(p_requests) with ordinality q
  join tasks t
    on t.request_key is not null and t.request_key = coalesce(q.value ->> 'key', q.value ->> 'id');
end
$$`;

/**
 * A sign of life; returns the tasks that are no longer this process's, those that are and that it does not know of (the
 * answer to its claim was lost, or what it wrote at their end), the gates that are closed, and whether no other process
 * has been seen lately.
 */
const beat = /* sql */ `
create or replace function assay.beat(p_process uuid, p_service text, p_host text, p_pid integer, p_tasks uuid[],
                                      p_claims uuid[])
returns table (lost uuid[], forgotten jsonb, gates jsonb, alone boolean)
language plpgsql set search_path to assay as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into processes as p (id, service, host, pid) values (p_process, p_service, p_host, p_pid)
  on conflict (id) do update set beaten_at = now(), stopped_at = null;
  return query
  select
    (select coalesce(array_agg(held.id), '{}')
     from unnest(p_tasks, p_claims) as held (id, claim)
     left join tasks t on t.id = held.id and t.claim = held.claim and t.status = 'RUNNING'
     where t.id is null),
    (select coalesce(jsonb_agg(jsonb_build_object('task', t.id, 'claim', t.claim, 'run', t.run_id, 'stage', t.stage_id)),
                     '[]')
     from tasks t
     where t.finished_at is null and t.process_id = p_process and t.status = 'RUNNING'
       and t.claimed_at < now() - interval '10 seconds' and t.id <> all (p_tasks)),
    (select coalesce(jsonb_agg(jsonb_build_object('endpoint', g.endpoint, 'model', g.model,
              'closedForMs', extract(epoch from g.closed_until - now()) * 1000)), '[]')
     from gates g where g.closed_until > now()),
    not exists (select 1 from processes o
                where o.stopped_at is null and o.id <> p_process and o.beaten_at > now() - interval '1 minute');
end
$$`;

/**
 * What the rows say is owed and nobody has published lately; marks it published. Pages of p_limit. Tasks that a request
 * left behind when its run had just ended are ended with it.
 */
const sweepOwed = /* sql */ `
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

/** Deletes runs with everything that hangs on them. */
const eraseRuns = /* sql */ `
create or replace function assay.erase_runs(p_runs uuid[]) returns void
language plpgsql set search_path to assay as $$
begin
  perform 1 from runs where id = any (p_runs) order by id for update;
  delete from steps where run_id = any (p_runs);
  delete from events where run_id = any (p_runs);
  delete from tasks where run_id = any (p_runs);
  delete from stages where run_id = any (p_runs);
  delete from runs where id = any (p_runs);
end
$$`;

export const FOUNDATION_FUNCTIONS: readonly string[] = [
  claimTasks,
  finishTasks,
  applyAdvance,
  requestTasks,
  beat,
  sweepOwed,
  eraseRuns,
];
