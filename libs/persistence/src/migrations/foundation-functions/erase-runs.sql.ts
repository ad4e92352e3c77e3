/** Deletes runs with everything that hangs on them. */
export const eraseRuns = /* sql */ `
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
