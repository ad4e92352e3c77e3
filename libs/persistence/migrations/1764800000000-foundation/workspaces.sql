-- What belongs to workspaces beside their questions: what people settled, imported and uploaded, evaluations by gold
-- SQLs, and sessions of target databases that were cut.
set local search_path to assay;

-- What requirements of a question leave open, and what was settled.
create table settlements (
  id uuid primary key,
  run_id uuid not null references runs on delete cascade,
  -- from 1: of two concurrent settlements only one is the next
  ordinal integer not null,
  open_point uuid not null,
  option text not null,
  -- the candidate that answers from then on
  reading uuid not null,
  sql text not null,
  remembered boolean not null,
  created_at timestamptz not null default now(),
  unique (run_id, ordinal)
);

-- Gold SQLs of a workspace, asked as questions.
create table workspace_evaluations (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  repeats integer not null,
  -- an evaluation is due again when one of these changes
  schema_hash text,
  models jsonb not null,
  prompts text not null,
  -- the lease of the coordinator that carries it on
  claimed_until timestamptz not null default now(),
  waiting_for text,
  cancelled boolean not null default false,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index workspace_evaluations_newest on workspace_evaluations (workspace_id, id desc);
-- one at a time per workspace
create unique index workspace_evaluations_open on workspace_evaluations (workspace_id) where finished_at is null;

create table workspace_evaluation_answers (
  evaluation_id uuid not null references workspace_evaluations on delete cascade,
  gold_sql_id uuid not null,
  repeat integer not null,
  -- as they were when it began
  question text not null,
  sql text not null,
  -- any of these is right as well
  other_sqls jsonb not null default '[]',
  evidence text,
  run_id uuid references runs on delete set null,
  outcome text,
  winner text,
  message text,
  primary key (evaluation_id, gold_sql_id, repeat)
);
create index workspace_evaluation_answers_run on workspace_evaluation_answers (run_id) where run_id is not null;

-- Every name that a target database was seen to have, so that vanished ones can be recognised.
create table schema_names (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- table → its columns, in lower case
  names jsonb not null,
  -- grows with every change
  version integer not null default 1
);

-- Imported documents.
create table knowledge (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  format text not null,
  -- of the items: the same content in another document has the same hash
  hash text not null,
  items jsonb not null,
  -- what could not be read, and why
  left_out jsonb not null,
  imported_at timestamptz not null default now()
);
create unique index knowledge_name on knowledge (workspace_id, lower(name));

-- How often a model was right as a judge in a workspace; outlives the records that it was learned from.
create table judge_tallies (
  workspace_id uuid not null references workspaces on delete cascade,
  agent text not null,
  -- with its reasoning effort: the same model at another effort is another judge
  model text not null,
  right_verdicts bigint not null default 0,
  wrong_verdicts bigint not null default 0,
  primary key (workspace_id, agent, model)
);

-- A file as it was uploaded; those that are still being uploaded have no `stored_at`.
create table workspace_files (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  bytes bigint not null default 0,
  -- of the content, in hex
  sha256 text not null default '',
  stored_at timestamptz,
  created_at timestamptz not null default now()
);

create unique index workspace_files_name on workspace_files (workspace_id, lower(name))
  where stored_at is not null;

create index workspace_files_open on workspace_files (created_at) where stored_at is null;

create table workspace_file_chunks (
  file_id uuid not null references workspace_files on delete cascade,
  ordinal integer not null,
  content bytea not null,
  primary key (file_id, ordinal)
);

alter table workspace_file_chunks alter column content set storage external;
create index workspace_files_workspace on workspace_files (workspace_id);

-- Sessions of target databases that were cut while they ran a statement. An unreleased row counts against its asker and
-- its workspace; a row of a question also keeps its statement from being run again there.
create table cut_sessions (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  -- the question; null for requests that belong to none
  run_id uuid references runs on delete cascade,
  -- API key, or the question of a caller without one; null for requests that nobody asked for
  asker text,
  -- host:port/dialect
  server text not null,
  -- hash of the canonical SQL; null where a statement of our own was cut
  statement text,
  -- what the server lists the session by
  session jsonb not null,
  cut_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  released_at timestamptz
);
create index cut_sessions_open on cut_sessions (server, checked_at) where released_at is null;
create index cut_sessions_run on cut_sessions (run_id) where run_id is not null;
create index cut_sessions_workspace on cut_sessions (workspace_id);
