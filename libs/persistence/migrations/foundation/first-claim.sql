-- How a task begins that is inserted as the process's that inserts it: under a claim that is the task's own id, as no
-- later claim is. Without a process it waits for one.
create or replace function assay.first_claim(p_task uuid, p_process uuid, p_run_seconds integer)
returns table (status text, claim uuid, attempts integer, claimed_at timestamptz, run_until timestamptz)
language sql stable rows 1 as $$
  select case when p_process is null then 'READY' else 'RUNNING' end,
         case when p_process is not null then p_task end,
         case when p_process is null then 0 else 1 end,
         case when p_process is not null then now() end,
         case when p_process is not null then now() + make_interval(secs => p_run_seconds) end
$$;
