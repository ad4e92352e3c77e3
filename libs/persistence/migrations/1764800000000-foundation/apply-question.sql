-- Writes one step of a question: the changes of its attempts and of the question, then apply_advance, whose result it
-- returns. { started: [...], changed: [...], level, finish: { level, case, result, confidence, contested, silver,
-- mostLikely, reason, summary, refusals, readings, openPoints } | null }.
create or replace function assay.apply_question(p_run uuid, p_revision integer, p_commands jsonb, p_question jsonb)
returns boolean
language plpgsql set search_path to assay as $$
declare
  v_finish jsonb := p_question -> 'finish';
begin
  perform 1 from runs r where r.id = p_run and r.revision = p_revision and r.finished_at is null for no key update;
  if not found then
    return false;
  end if;

  insert into attempts (run_id, ordinal, level, reason, escalation, started_at)
  select p_run, a.attempt, a.level, a.reason, a.escalation, clock_timestamp()
  from jsonb_to_recordset(p_question -> 'started') as a (attempt integer, level text, reason text, escalation jsonb);

  update attempts t
  set "case" = case when a.change ? 'case' then a.change ->> 'case' else t."case" end,
      case_before_review = case when a.change ? 'caseBeforeReview' then a.change ->> 'caseBeforeReview'
                                else t.case_before_review end,
      decisions = t.decisions || (a.change -> 'decisions'),
      finished_at = case when (a.change ->> 'ended')::boolean then clock_timestamp() else t.finished_at end
  from (select value as change from jsonb_array_elements(p_question -> 'changed')) a
  where t.run_id = p_run and t.ordinal = (a.change ->> 'ordinal')::integer;

  if jsonb_typeof(v_finish) = 'object' then
    update questions
    set level = v_finish ->> 'level', "case" = v_finish ->> 'case', result = nullif(v_finish -> 'result', 'null'),
        confidence = (v_finish ->> 'confidence')::double precision,
        contested = nullif(v_finish -> 'contested', 'null'), most_likely = nullif(v_finish -> 'mostLikely', 'null'),
        silver = nullif(v_finish -> 'silver', 'null'), reason = nullif(v_finish -> 'reason', 'null'),
        summary = v_finish ->> 'summary', refusals = coalesce(v_finish -> 'refusals', '[]'),
        readings = coalesce(v_finish -> 'readings', '[]'), open_points = coalesce(v_finish -> 'openPoints', '[]')
    where run_id = p_run;
  elsif p_question ->> 'level' is not null then
    update questions set level = p_question ->> 'level' where run_id = p_run;
  end if;

  -- last: a run must not end before its attempts
  return apply_advance(p_run, p_revision, p_commands);
end
$$;
