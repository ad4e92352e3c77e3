-- Sessions of target databases that were cut while they ran a statement. An unreleased row counts against its asker and
-- its workspace; a row of a question also keeps its statement from being run again there.
create table assay.cut_sessions (
  id uuid primary key,
  workspace_id uuid not null references assay.workspaces on delete cascade,
  -- the question; null for requests that belong to none
  run_id uuid references assay.runs on delete cascade,
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
create index cut_sessions_open on assay.cut_sessions (server, checked_at) where released_at is null;
create index cut_sessions_run on assay.cut_sessions (run_id) where run_id is not null;
create index cut_sessions_workspace on assay.cut_sessions (workspace_id);
