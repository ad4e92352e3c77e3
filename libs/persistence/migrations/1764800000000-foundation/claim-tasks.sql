-- Gives READY tasks to a process. Does not wait for a flush: a claim lost in a crash of Postgres is claimed again. No
-- row for a task: it is claimed, ended, or the delivery is old.
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
  -- skips tasks of other processes: finishing locks them in another order
  perform 1 from tasks t where t.id = any (p_tasks) and (t.status = 'READY' or t.claim = any (p_claims))
  order by t.id for no key update;
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
      and (t.status = 'READY' and t.ready_at <= now()
        -- retry with the same token: the response to a committed claim was lost
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
$$;
