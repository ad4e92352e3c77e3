-- `runs`, `stages` and `tasks` are updated often: their fillfactor leaves room on the page. Hot statements, sweeps and
-- heartbeats use partial indexes in their own order. `runs.check_at` and `tasks.publish_at` are the time of the next
-- sweep; they are indexed, so a change costs an entry in every index. A run that moves on keeps its early time instead.
-- `steps` and `event_batches` have no foreign keys, whose checks would cost more than the rows. They are partitioned by
-- run id: see partitions.sql.
create schema if not exists assay;
set local search_path to assay;

create table workspaces (
  id uuid primary key,
  name text not null,
  dialect text not null,
  -- AES-256-GCM, key id first; erased with the workspace
  connection text not null,
  directives text,
  evidence jsonb not null default '[]',
  settings jsonb not null default '{}',
  descriptions jsonb not null default '{}',
  privileges jsonb,
  accept_privileged text,
  -- accepted rights of the role beyond its tables
  accept jsonb not null default '[]',
  schema_hash text,
  schema_taken_at timestamptz,
  -- last read because SQL contradicted the snapshot
  schema_looked_at timestamptz,
  profile_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- workspaces with an interrupted check or erasure
create index workspaces_closed on workspaces (updated_at) where privileges is null;
create unique index workspaces_name on workspaces (lower(name));

-- Content-addressed texts (schemas, contexts, prompt parts), per workspace so that they can be erased.
create table blocks (
  workspace_id uuid not null references workspaces on delete cascade,
  hash text not null,
  content text not null,
  created_at timestamptz not null default now(),
  -- refreshed when stored again, at most twice a day
  used_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);
create index blocks_used on blocks (used_at);

create table gold_sqls (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  question text not null,
  sql text not null,
  evidence text,
  run_id uuid,
  set_aside text,
  changed_at timestamptz,
  created_at timestamptz not null default now()
);
create index gold_sqls_workspace on gold_sqls (workspace_id, created_at desc);
create unique index gold_sqls_liked on gold_sqls (run_id) where run_id is not null;

create table corrections (
  id uuid primary key,
  run_id uuid not null,
  sql text,
  comment text,
  gold_sql_id uuid references gold_sqls on delete set null,
  workspace_id uuid,
  created_at timestamptz not null default now()
);
create index corrections_comments on corrections (workspace_id, id desc) where sql is null;
create index corrections_run on corrections (run_id, id);
create index corrections_gold_sql on corrections (gold_sql_id) where gold_sql_id is not null;

create table api_keys (
  id uuid primary key,
  name text not null,
  hash text not null unique,
  role text not null,
  -- null: all
  workspaces uuid[],
  may_curate boolean not null default true,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- One row per service process; liveness belongs to it, not to jobs.
create table processes (
  id uuid primary key,
  service text not null,
  host text not null,
  pid integer not null,
  started_at timestamptz not null default now(),
  beaten_at timestamptz not null default now(),
  stopped_at timestamptz,
  -- deadline of its first overdue task
  overdue_at timestamptz
) with (fillfactor = 50);
create index processes_live on processes (id) where stopped_at is null;

-- Endpoint and model that must not be called before a time (429).
create table gates (
  endpoint text not null,
  model text not null,
  closed_until timestamptz not null,
  reason text not null,
  primary key (endpoint, model)
);

create table runs (
  id uuid primary key,
  product text not null,
  workspace_id uuid references workspaces on delete cascade,
  status text not null default 'QUEUED',
  seed bigint not null,
  -- changes with every input of the next decision
  revision integer not null default 0,
  -- the next step is pending
  advance_wanted boolean not null default true,
  advance_published_at timestamptz,
  advance_publishes integer not null default 0,
  wake_at timestamptz,
  -- latest time of the next sweep: republication, timer or deadline. Writers only move it earlier; the sweep alone
  -- moves it later
  check_at timestamptz not null default now(),
  deadline_at timestamptz not null,
  cancel_requested_at timestamptz,
  last_event integer not null default 0,
  error jsonb,
  stop_reason text,
  reply_to text,
  reply_published_at timestamptz,
  -- replies sent; a repeated request after the end gets another
  replies integer not null default 0,
  trace_context text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
) with (fillfactor = 50);
create index runs_check on runs (check_at, id) where finished_at is null;
create index runs_open on runs (workspace_id, id) where finished_at is null;
create index runs_owing_reply on runs (id)
  where reply_to is not null and reply_published_at is null and finished_at is not null;
create index runs_workspace on runs (workspace_id, id desc);
create index runs_status on runs (workspace_id, status, id desc);

create table questions (
  run_id uuid primary key references runs on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  api_key_id text,
  question text not null,
  evidence jsonb not null default '[]',
  requested_level text not null,
  level text not null,
  settings jsonb not null,
  context_hash text,
  schema_hash text,
  "case" text,
  result jsonb,
  confidence double precision,
  contested jsonb,
  -- best guess of a question without an answer
  most_likely jsonb,
  silver jsonb,
  reason jsonb,
  summary text,
  refusals jsonb not null default '[]',
  readings jsonb not null default '[]',
  open_points jsonb not null default '[]',
  -- how the question ended before a decision
  ended jsonb,
  definitions jsonb not null default '[]',
  -- models by agent and level, and judge reliabilities, at the start
  models jsonb not null default '{}',
  judges jsonb not null default '[]',
  -- as sent
  asked_settings jsonb,
  -- gold SQL excluded from its prompts
  leaves_out uuid,
  schema_looked_at timestamptz,
  -- the previous question, same workspace
  follows uuid references runs on delete set null,
  name text,
  -- words of question, name and workspace: one index serves each workspace
  words tsvector not null generated always as (
    to_tsvector('simple', question || ' ' || coalesce(name, '')) || array_to_tsvector(array['=' || workspace_id::text])
  ) stored
) with (fillfactor = 70);
create index questions_newest on questions (run_id desc);
create index questions_workspace on questions (workspace_id);
create index questions_words on questions using gin (words);
create index questions_saved on questions (workspace_id, run_id desc) where name is not null;
create index questions_follows on questions (follows) where follows is not null;

create table idempotency_keys (
  owner text not null,
  key text not null,
  body_hash text not null,
  run_id uuid not null references runs on delete cascade,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_keys_run on idempotency_keys (run_id);
create index idempotency_keys_age on idempotency_keys (created_at);

create table attempts (
  run_id uuid not null references runs on delete cascade,
  ordinal integer not null,
  level text not null,
  reason text,
  "case" text,
  case_before_review text,
  escalation jsonb,
  decisions jsonb not null default '{}',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (run_id, ordinal)
);

create table stages (
  id uuid primary key,
  run_id uuid not null references runs on delete cascade,
  attempt integer not null,
  kind text not null,
  round integer not null default 1,
  input jsonb not null,
  total integer not null,
  open_tasks integer not null,
  -- wakes the coordinator at this many open tasks (0: only when all have ended)
  look_at_open integer not null default 0,
  started_at timestamptz not null default now(),
  closed_at timestamptz,
  unique (run_id, attempt, kind, round)
) with (fillfactor = 50);

-- Constant columns come first: an update on the same page logs only what follows the common prefix.
create table tasks (
  id uuid primary key,
  -- null for requests without a run
  run_id uuid references runs on delete cascade,
  stage_id uuid,
  workspace_id uuid,
  ordinal integer not null default 1,
  queue text not null,
  priority integer not null default 0,
  max_attempts integer not null default 5,
  run_seconds integer not null default 300,
  payload jsonb not null,
  -- unique: later requests share the first answer
  request_key text,
  created_at timestamptz not null default now(),
  status text not null default 'READY',
  delivery integer not null default 1,
  claim uuid,
  process_id uuid,
  attempts integer not null default 0,
  -- waiting since, or not to be claimed before
  ready_at timestamptz not null default now(),
  run_until timestamptz,
  -- next publication of a READY task; never before ready_at
  publish_at timestamptz not null default now(),
  publishes integer not null default 0,
  result jsonb,
  result_key text,
  duplicate_of uuid,
  straggler boolean not null default false,
  last_error jsonb,
  claimed_at timestamptz,
  finished_at timestamptz
) with (fillfactor = 50);
create unique index tasks_place on tasks (stage_id, ordinal) where stage_id is not null;
create unique index tasks_request on tasks (request_key) where request_key is not null;
create index tasks_run on tasks (run_id);
create index tasks_publish on tasks (publish_at, id) where status = 'READY';
create index tasks_ready on tasks (queue, ready_at) where status = 'READY';
create index tasks_workspace on tasks (workspace_id, queue, ready_at) where status = 'READY';
create index tasks_in_hand on tasks (process_id, run_until) include (queue) where status = 'RUNNING';
create index tasks_dead on tasks (id desc) where status = 'DEAD';
create index tasks_of_workspace_alone on tasks (workspace_id) where run_id is null;
create index tasks_of_no_run on tasks (id) where run_id is null;

-- gold SQLs outlive their run
alter table gold_sqls add foreign key (run_id) references runs on delete set null;
alter table corrections add foreign key (run_id) references runs on delete cascade;

-- The journal: model calls and answers of the target database.
create table steps (
  id uuid not null,
  -- task id if there is no run
  run_id uuid not null,
  task_id uuid not null,
  ordinal integer not null,
  kind text not null,
  request_hash text not null,
  request jsonb,
  answer jsonb,
  raw bytea,
  agent text,
  model text,
  prompt_hash text,
  status text not null,
  finish_reason text,
  error jsonb,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  -- cached input tokens; null if not reported
  cached_tokens integer,
  cost_usd double precision,
  latency_ms double precision not null default 0,
  parser text,
  repaired boolean not null default false,
  flags jsonb not null default '[]',
  replays integer not null default 0,
  superseded boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (run_id, id)
) partition by range (run_id);
-- for the retention; statements must repeat this condition
create index steps_kept on steps (created_at) where request is not null or answer is not null or raw is not null;

-- Events of a run: one row per commit, [{ type, body }, ...] in order.
create table event_batches (
  run_id uuid not null,
  -- of the last event in the row
  sequence integer not null,
  at timestamptz not null default now(),
  events jsonb not null,
  primary key (run_id, sequence)
) partition by range (run_id);

create table steps_default partition of steps default;
create table event_batches_default partition of event_batches default;

create view events as
select b.run_id, (b.sequence - jsonb_array_length(b.events) + e.place)::integer as sequence, e.value ->> 'type' as type,
       b.at, e.value -> 'body' as body
from event_batches b
cross join lateral jsonb_array_elements(b.events) with ordinality as e (value, place);

-- Usage of a workspace by UTC day. Concurrent writers take different slots to avoid lock waits; slot 0 counts
-- questions. No foreign key: writers would wait for a deletion of the workspace.
create table workspace_days (
  workspace_id uuid not null,
  day date not null,
  slot smallint not null,
  questions integer not null default 0,
  -- in and out
  tokens bigint not null default 0,
  cost_usd double precision not null default 0,
  primary key (day, workspace_id, slot)
) with (fillfactor = 50);

create function day_slot() returns smallint
language sql stable as $$ select (1 + pg_backend_pid() % 8)::smallint $$;
