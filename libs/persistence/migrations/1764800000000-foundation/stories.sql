-- Tables of story evaluations, one-to-one with runs. Results are stored by task, so a repeated task replaces its rows.
-- Rows refer to their candidate, not to the run: writing them takes no lock that transactions of the run need.
set local search_path to assay;

create table story_evaluations (
  run_id uuid primary key references runs on delete cascade,
  -- API key of the asker; only it and admins see the row
  owner text not null,
  story_id text not null,
  -- with defaults, without the texts
  settings jsonb not null,
  ranking jsonb not null default '[]',
  choice text,
  failed_evaluators jsonb not null default '[]'
);
create index story_evaluations_owner on story_evaluations (owner, run_id desc);
create index story_evaluations_story on story_evaluations (story_id, run_id desc);

create table story_candidates (
  run_id uuid not null references story_evaluations on delete cascade,
  ordinal integer not null,
  label text not null,
  text text not null,
  -- chunks that contain words
  chunks integer[] not null,
  tts_schema jsonb,
  primary key (run_id, ordinal)
);

create table story_scores (
  task_id uuid primary key,
  run_id uuid not null,
  candidate integer not null,
  evaluator text not null,
  model text not null,
  -- accepted arguments of the final tool
  answer jsonb not null,
  total double precision not null,
  score double precision not null,
  coherence jsonb,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (run_id, candidate) references story_candidates on delete cascade
);
create index story_scores_run on story_scores (run_id);

create table story_tool_calls (
  task_id uuid not null,
  ordinal integer not null,
  run_id uuid not null,
  candidate integer not null,
  -- null for narrations
  evaluator text,
  -- null for evaluations
  chunk integer,
  iteration integer not null,
  name text not null,
  arguments jsonb,
  result jsonb,
  succeeded boolean not null,
  primary key (task_id, ordinal),
  foreign key (run_id, candidate) references story_candidates on delete cascade
);
create index story_tool_calls_run on story_tool_calls (run_id);

create table story_coverage (
  task_id uuid primary key,
  run_id uuid not null,
  candidate integer not null,
  chunk integer not null,
  coverage_percent double precision not null,
  is_valid boolean not null,
  errors jsonb not null default '[]',
  warnings jsonb not null default '[]',
  -- in order: { character, text, emotion }
  lines jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  foreign key (run_id, candidate) references story_candidates on delete cascade
);
create index story_coverage_run on story_coverage (run_id);
