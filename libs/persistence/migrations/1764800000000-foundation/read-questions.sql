-- Questions with all of the words. A function, because service sessions disable bitmap scans and would read every
-- question.
create or replace function assay.questions_with_words(p_words tsquery, p_workspaces uuid[])
returns setof uuid
language sql stable rows 1000 set search_path to assay set enable_bitmapscan to on as $$
  select q.run_id from questions q
  where q.words @@ p_words and (p_workspaces is null or q.workspace_id = any (p_workspaces))
$$;

-- The newest questions before an id, p_limit per workspace. Planned per workspace: otherwise a workspace with few
-- questions is searched among all.
create or replace function assay.newest_questions(p_workspaces uuid[], p_before uuid, p_most integer)
returns setof uuid
language plpgsql stable rows 1000 set search_path to assay set plan_cache_mode to force_custom_plan as $$
declare
  v_workspace uuid;
begin
  foreach v_workspace in array p_workspaces loop
    return query
    select r.id from runs r where r.workspace_id = v_workspace and r.id < p_before order by r.id desc limit p_most;
  end loop;
end
$$;
