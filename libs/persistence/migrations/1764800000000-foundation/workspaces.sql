set local search_path to assay;

create table settlements (
  id uuid primary key,
  run_id uuid not null references runs on delete cascade,
  -- from 1; makes concurrent settlements conflict
  ordinal integer not null,
  open_point uuid not null,
  option text not null,
  -- the candidate that answers from now on
  reading uuid not null,
  sql text not null,
  remembered boolean not null,
  created_at timestamptz not null default now(),
  unique (run_id, ordinal)
);

create table workspace_evaluations (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  repeats integer not null,
  -- an evaluation is due when one of these changes
  schema_hash text,
  models jsonb not null,
  prompts text not null,
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
  -- as of the start
  question text not null,
  sql text not null,
  other_sqls jsonb not null default '[]',
  evidence text,
  run_id uuid references runs on delete set null,
  outcome text,
  winner text,
  message text,
  primary key (evaluation_id, gold_sql_id, repeat)
);
create index workspace_evaluation_answers_run on workspace_evaluation_answers (run_id) where run_id is not null;

-- All names ever seen in a target database, to recognise removed ones.
create table schema_names (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- table → columns, lower case
  names jsonb not null,
  version integer not null default 1
);

create table knowledge (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  format text not null,
  -- of the items: equal content has an equal hash
  hash text not null,
  items jsonb not null,
  -- unreadable parts and reasons
  left_out jsonb not null,
  imported_at timestamptz not null default now()
);
create unique index knowledge_name on knowledge (workspace_id, lower(name));

-- Judge accuracy by model and workspace; outlives the records it came from.
create table judge_tallies (
  workspace_id uuid not null references workspaces on delete cascade,
  agent text not null,
  -- with reasoning effort, which makes another judge
  model text not null,
  right_verdicts bigint not null default 0,
  wrong_verdicts bigint not null default 0,
  primary key (workspace_id, agent, model)
);

-- `stored_at` is null during the upload.
create table workspace_files (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  bytes bigint not null default 0,
  -- hex
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

-- Sessions of target databases cut during a statement. An unreleased row counts against asker and workspace; a
-- question's row also blocks its statement.
create table cut_sessions (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  -- null for requests without a question
  run_id uuid references runs on delete cascade,
  -- API key, or the question; null for internal requests
  asker text,
  -- host:port/dialect
  server text not null,
  -- hash of the canonical SQL; null for our own statements
  statement text,
  -- session identity on the server
  session jsonb not null,
  cut_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  released_at timestamptz
);
create index cut_sessions_open on cut_sessions (server, checked_at) where released_at is null;
create index cut_sessions_run on cut_sessions (run_id) where run_id is not null;
create index cut_sessions_workspace on cut_sessions (workspace_id);
