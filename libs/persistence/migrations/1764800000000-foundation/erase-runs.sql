-- Deletes runs with their data; gold SQLs stay and lose the reference. Without p_journal, steps and events stay until
-- drop_partitions; no reader reaches them without the run.
create or replace function assay.erase_runs(p_runs uuid[], p_journal boolean default true) returns void
language plpgsql set search_path to assay as $$
begin
  perform 1 from runs where id = any (p_runs) order by id for update;
  if p_journal then
    delete from steps where run_id = any (p_runs);
    delete from event_batches where run_id = any (p_runs);
  else
    -- default partitions are never dropped
    delete from steps_default where run_id = any (p_runs);
    delete from event_batches_default where run_id = any (p_runs);
  end if;
  delete from tasks where run_id = any (p_runs);
  delete from stages where run_id = any (p_runs);
  delete from runs where id = any (p_runs);
end
$$;
