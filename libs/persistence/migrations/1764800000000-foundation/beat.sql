-- Heartbeat. Returns lost tasks, tasks that the process owns without knowing, closed gates, and whether no other
-- process was seen lately.
create or replace function assay.beat(p_process uuid, p_service text, p_host text, p_pid integer, p_tasks uuid[],
                                      p_claims uuid[])
returns table (lost uuid[], forgotten jsonb, gates jsonb, alone boolean)
language plpgsql set search_path to assay as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into processes as p (id, service, host, pid, overdue_at)
  values (p_process, p_service, p_host, p_pid,
          (select min(t.run_until) from tasks t where t.status = 'RUNNING' and t.process_id = p_process))
  on conflict (id) do update set beaten_at = now(), stopped_at = null, overdue_at = excluded.overdue_at;
  return query
  select
    (select coalesce(array_agg(held.id), '{}')
     from unnest(p_tasks, p_claims) as held (id, claim)
     left join tasks t on t.id = held.id and t.claim = held.claim and t.status = 'RUNNING'
     where t.id is null),
    (select coalesce(jsonb_agg(jsonb_build_object('task', t.id, 'claim', t.claim, 'run', t.run_id, 'stage', t.stage_id)),
                     '[]')
     from tasks t
     where t.status = 'RUNNING' and t.process_id = p_process
       and t.claimed_at < now() - interval '10 seconds' and t.id <> all (p_tasks)),
    (select coalesce(jsonb_agg(jsonb_build_object('endpoint', g.endpoint, 'model', g.model,
              'closedForMs', extract(epoch from g.closed_until - now()) * 1000)), '[]')
     from gates g where g.closed_until > now()),
    not exists (select 1 from processes o
                where o.stopped_at is null and o.id <> p_process and o.beaten_at > now() - interval '1 minute');
end
$$;
