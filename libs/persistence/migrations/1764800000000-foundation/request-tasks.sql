-- Inserts requests to db-sampler; requests with the same key share one row. Does not wait for a flush: the task repeats
-- a lost request.
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
                            publish_at)
    -- a request without a key uses its id, so that it can be sent again
    select distinct on (coalesce(q.key, q.id::text)) q.id, q.run, q.workspace, q.queue, q.priority, q."maxAttempts",
           q."runSeconds", q.payload, coalesce(q.key, q.id::text),
           now() + publish_delay(0)
    from jsonb_to_recordset(p_requests) as q (
      id uuid, run uuid, workspace uuid, queue text, priority integer, "maxAttempts" integer, "runSeconds" integer,
      payload jsonb, key text)
    -- retries a request whose answer was unavailable
    on conflict (request_key) where request_key is not null do update
      set status = 'READY', delivery = t.delivery + 1, attempts = 0, last_error = null, finished_at = null,
          ready_at = now(), publish_at = now() + publish_delay(0), publishes = 0
      where t.status in ('DEAD', 'CANCELLED')
    returning t.id
  )
  select coalesce(array_agg(w.id), '{}') into v_written from written w;

  -- a separate statement: it sees rows that concurrent requests have just committed
  return query
  select q.ordinality::integer, t.id, t.delivery, t.id = any (v_written), t.status, t.result, t.last_error
  from jsonb_array_elements(p_requests) with ordinality q
  join tasks t
    on t.request_key is not null and t.request_key = coalesce(q.value ->> 'key', q.value ->> 'id');
end
$$;
