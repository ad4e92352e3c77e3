-- what two askers of the same question have in common: case, white space and the closing mark do not count
create function assay.question_words(p_question text) returns text immutable strict parallel safe
  return lower(regexp_replace(btrim(p_question, E' \t\r\n?!.'), '\s+', ' ', 'g'));

alter table assay.gold_sqls
  add column words text generated always as (assay.question_words(question)) stored,
  -- its words mean nothing without the questions before it
  add column is_follow_up boolean not null default false;
create index gold_sqls_words on assay.gold_sqls (workspace_id, md5(words));

-- the gold SQL that answers it without a model call
alter table assay.questions add column known uuid;
