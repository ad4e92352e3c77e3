-- Writes one step of a run. Returns false, and writes nothing, if the revision has changed or the run has ended.
-- { stages: [...], tasks: [...], close: [stage id], cancel: [{ task, straggler }], events: [{ type, body }],
-- wakeAt: ms | null, finish: { status, error, stopReason } | null, continues?: true }. With `continues`, the run still
-- wants its next step until the second part is written.
create or replace function assay.apply_advance(p_run uuid, p_revision integer, p_commands jsonb) returns boolean
language plpgsql set search_path to assay as $$
declare
  v_finish jsonb := p_commands -> 'finish';
  v_ends boolean := jsonb_typeof(p_commands -> 'finish') = 'object';
  v_continues boolean := coalesce((p_commands ->> 'continues')::boolean, false);
  v_gone uuid[];
  v_stragglers uuid[];
  v_events integer := jsonb_array_length(p_commands -> 'events');
begin
  perform 1 from runs r where r.id = p_run and r.revision = p_revision and r.finished_at is null for no key update;
  if not found then
    return false;
  end if;

  if v_ends or jsonb_array_length(p_commands -> 'cancel') > 0 then
    perform 1 from stages s where s.run_id = p_run and s.closed_at is null order by s.id for no key update;
    -- by key through arrays, without finished_at: the planner must not choose the index of all open tasks
    select array_agg(locked.id), array_agg(locked.id) filter (where c.straggler) into v_gone, v_stragglers
    from (
      select t.id from tasks t
      where t.run_id = p_run and t.status in ('READY', 'RUNNING') order by t.id for no key update
    ) locked
    left join jsonb_to_recordset(p_commands -> 'cancel') as c (task uuid, straggler boolean) on c.task = locked.id
    where v_ends or c.task is not null;
    with gone as (
      update tasks t
      -- keeps the claim while the run goes on, so that a pending answer can still be stored
      set status = 'CANCELLED', straggler = coalesce(t.id = any (v_stragglers), false),
          claim = case when v_ends then null else t.claim end, process_id = null, finished_at = clock_timestamp()
      where t.id = any (v_gone)
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
                     request_key, publish_at)
  select t.id, p_run, t.stage, t.workspace, t.ordinal, t.queue, t.priority, t."maxAttempts", t."runSeconds", t.payload,
         t."requestKey", now() + publish_delay(0)
  from jsonb_to_recordset(p_commands -> 'tasks') as t (
    id uuid, stage uuid, workspace uuid, ordinal integer, queue text, priority integer, "maxAttempts" integer,
    "runSeconds" integer, payload jsonb, "requestKey" text);

  insert into event_batches (run_id, sequence, at, events)
  select p_run, r.last_event + v_events, clock_timestamp(), p_commands -> 'events'
  from runs r where r.id = p_run and v_events > 0;

  update runs r
  set last_event = r.last_event + v_events, revision = r.revision + 1,
      advance_wanted = v_continues, advance_publishes = 0,
      advance_published_at = case when v_continues then now() end,
      wake_at = to_timestamp((p_commands ->> 'wakeAt')::double precision / 1000),
      check_at = least(r.check_at, case
        when v_continues then now() + publish_delay(0)
        else least(to_timestamp((p_commands ->> 'wakeAt')::double precision / 1000), r.deadline_at)
      end),
      started_at = coalesce(r.started_at, clock_timestamp()),
      status = case when v_ends then v_finish ->> 'status' when r.status = 'QUEUED' then 'RUNNING' else r.status end,
      error = case when v_ends then nullif(v_finish -> 'error', 'null') else r.error end,
      stop_reason = case when v_ends then v_finish ->> 'stopReason' else r.stop_reason end,
      finished_at = case when v_ends then clock_timestamp() else r.finished_at end
  where r.id = p_run;
  return true;
end
$$;
