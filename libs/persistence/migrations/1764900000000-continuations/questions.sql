-- the question whose candidates it tests, and those candidates as tasks of its generators
alter table assay.questions
  add column continues uuid references assay.runs on delete set null,
  add column adopted jsonb not null default '[]';
create index questions_continues on assay.questions (continues) where continues is not null;
