import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FOUNDATION_QUESTION_FUNCTIONS } from './foundation-questions.sql.js';

/**
 * One step of a question, as in the foundation; what is decided on the question itself has what speaks against its answer,
 * and of FAILED what was likeliest: finish: { …, contested, mostLikely }.
 */
const applyQuestion = /* sql */ `
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
        summary = v_finish ->> 'summary', refusals = coalesce(v_finish -> 'refusals', '[]')
    where run_id = p_run;
  elsif p_question ->> 'level' is not null then
    update questions set level = p_question ->> 'level' where run_id = p_run;
  end if;

  -- last, so that a run ends no earlier than its attempts
  return apply_advance(p_run, p_revision, p_commands);
end
$$`;

/** What speaks against an answer, and what a question without one would be answered with. */
export class Odds1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.questions add column if not exists contested jsonb');
    await runner.query('alter table assay.questions add column if not exists most_likely jsonb');
    await runner.query(applyQuestion);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of FOUNDATION_QUESTION_FUNCTIONS) await runner.query(statement);
    await runner.query(
      'alter table assay.questions drop column if exists contested, drop column if exists most_likely',
    );
  }
}
