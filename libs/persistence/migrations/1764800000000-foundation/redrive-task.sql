-- Retries a dead task if its stage is open: new delivery, attempts 0, one more open task, and a warning event. Lock
-- order: run, stage, task.
create or replace function assay.redrive_task(p_task uuid, p_message text)
returns table (outcome text, delivery integer, queue text, priority integer, run_id uuid)
language plpgsql set search_path to assay as $$
#variable_conflict use_column
declare
  v_run uuid;
  v_stage uuid;
  v_outcome text;
begin
  select t.run_id, t.stage_id into v_run, v_stage from tasks t where t.id = p_task;
  if not found then return; end if;
  perform 1 from runs r where r.id = v_run for no key update;
  perform 1 from stages s where s.id = v_stage for no key update;
  perform 1 from tasks t where t.id = p_task for no key update;

  select case
           when t.status <> 'DEAD' then 'NOT_DEAD'
           when r.finished_at is not null then 'RUN_ENDED'
           when s.closed_at is not null then 'STAGE_OVER'
           else 'REQUEUED'
         end
  into v_outcome
  from tasks t left join runs r on r.id = t.run_id left join stages s on s.id = t.stage_id
  where t.id = p_task;

  if v_outcome = 'REQUEUED' then
    update tasks t
    set status = 'READY', delivery = t.delivery + 1, attempts = 0, finished_at = null,
        ready_at = now(), publish_at = now() + publish_delay(0), publishes = 0
    where t.id = p_task;
    update stages s set open_tasks = s.open_tasks + 1 where s.id = v_stage;
    with told as (
      update runs r set last_event = r.last_event + 1, revision = r.revision + 1 where r.id = v_run
      returning r.id, r.last_event
    )
    insert into event_batches (run_id, sequence, at, events)
    select told.id, told.last_event, clock_timestamp(), jsonb_build_array(jsonb_build_object(
             'type', 'warning-raised', 'body', jsonb_build_object('code', 'TASK_REDRIVEN', 'message', p_message)))
    from told;
  end if;

  return query
  select v_outcome, t.delivery, t.queue, t.priority, t.run_id from tasks t where t.id = p_task;
end
$$;
