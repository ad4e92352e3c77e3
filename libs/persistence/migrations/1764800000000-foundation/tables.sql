-- Tables of the record. Everything lives in the schema `assay`.
--
-- Rows that are updated often (`runs`, `stages`, `tasks`) have room on their pages (fillfactor). No statement of the
-- hot path, of a sweep or of a heartbeat reads all open rows: each has a partial index in which the rows that it wants
-- come first. `runs.check_at` and `tasks.publish_at` say when a sweep has to look at a row. They are indexed, so that a
-- change of them is a new entry in every index of the row: a run that moves on is looked at once too often instead, and
-- told then when it is due.
--
-- The rows written most (`steps`, `event_batches`) carry no foreign keys, whose checks would cost more than the rows. They are
-- partitioned by the id of their run, which is a UUIDv7 and so a time: see partitions.sql.
create schema if not exists assay;
set local search_path to assay;

create table workspaces (
  id uuid primary key,
  name text not null,
  dialect text not null,
  -- AES-256-GCM, key id in front; erased when the workspace is deleted
  connection text not null,
  directives text,
  evidence jsonb not null default '[]',
  settings jsonb not null default '{}',
  descriptions jsonb not null default '{}',
  privileges jsonb,
  accept_privileged text,
  -- names of what the role may use beyond its tables, as somebody accepted them
  accept jsonb not null default '[]',
  schema_hash text,
  schema_taken_at timestamptz,
  -- when the schema was last read again because SQL contradicted its snapshot
  schema_looked_at timestamptz,
  -- the block with what is known of the data; taken with the schema
  profile_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- workspaces whose check or erasure was interrupted
create index workspaces_closed on workspaces (updated_at) where privileges is null;
create unique index workspaces_name on workspaces (lower(name));

-- Content-addressed texts (schemas, question contexts, prompt parts), kept per workspace so that they can be erased.
create table blocks (
  workspace_id uuid not null references workspaces on delete cascade,
  hash text not null,
  content text not null,
  created_at timestamptz not null default now(),
  -- refreshed by whoever stores the same text again, at most twice a day
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
  -- the question whose winner was liked
  run_id uuid,
  -- why it is not used any more, and when that last changed
  set_aside text,
  changed_at timestamptz,
  created_at timestamptz not null default now()
);
create index gold_sqls_workspace on gold_sqls (workspace_id, created_at desc);
create unique index gold_sqls_liked on gold_sqls (run_id) where run_id is not null;

-- What people said is wrong with an answer.
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
  -- null: every workspace
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
  -- when the first of its tasks is overdue
  overdue_at timestamptz
) with (fillfactor = 50);
create index processes_live on processes (id) where stopped_at is null;

-- An endpoint and model that must not be called before a time (429).
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
  -- moves with everything that a decision on the next step depends on
  revision integer not null default 0,
  -- what is owed: a next step
  advance_wanted boolean not null default true,
  advance_published_at timestamptz,
  advance_publishes integer not null default 0,
  wake_at timestamptz,
  -- when a sweep has to look at the run at the latest: its step has to be published again, its timer or its deadline is
  -- due; whoever changes these moves it to an earlier time, and a sweep alone to a later one
  check_at timestamptz not null default now(),
  deadline_at timestamptz not null,
  cancel_requested_at timestamptz,
  last_event integer not null default 0,
  error jsonb,
  stop_reason text,
  -- what is owed: a reply on a queue
  reply_to text,
  reply_published_at timestamptz,
  -- replies sent so far; an asker who asks again by its key after the end gets another one
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
  -- what speaks against the answer
  contested jsonb,
  -- what a question without an answer would most likely be answered with
  most_likely jsonb,
  -- why the answer is SILVER
  silver jsonb,
  -- why the question FAILED
  reason jsonb,
  summary text,
  refusals jsonb not null default '[]',
  readings jsonb not null default '[]',
  open_points jsonb not null default '[]',
  -- how the question ended before anything was settled
  ended jsonb,
  -- the definitions that its agents were given
  definitions jsonb not null default '[]',
  -- the model of each agent and level, and the reliability of judges, at its start
  models jsonb not null default '{}',
  judges jsonb not null default '[]',
  -- the settings as they were sent
  asked_settings jsonb,
  -- the gold SQL that its prompts must not show
  leaves_out uuid,
  schema_looked_at timestamptz,
  -- the question that it follows up; of the same workspace
  follows uuid references runs on delete set null,
  -- the name that it is saved under
  name text,
  -- the words of question and name; the workspace is one of them, so that one index finds the words of one workspace
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

-- What the coordinator decided in one pass of a question at one level.
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
  -- when this many tasks or fewer are open, the coordinator wants to look (0: only when all have ended)
  look_at_open integer not null default 0,
  started_at timestamptz not null default now(),
  closed_at timestamptz,
  unique (run_id, attempt, kind, round)
) with (fillfactor = 50);

-- What never changes comes first: an update whose new row fits on the page of the old one logs only what comes after
-- what both begin with.
create table tasks (
  id uuid primary key,
  -- null for requests that no run made (a page of rows, an introspection)
  run_id uuid references runs on delete cascade,
  stage_id uuid,
  workspace_id uuid,
  ordinal integer not null default 1,
  queue text not null,
  priority integer not null default 0,
  max_attempts integer not null default 5,
  run_seconds integer not null default 300,
  payload jsonb not null,
  -- makes a request unique: the second asker shares the first one's answer
  request_key text,
  created_at timestamptz not null default now(),
  status text not null default 'READY',
  delivery integer not null default 1,
  claim uuid,
  process_id uuid,
  attempts integer not null default 0,
  -- since when it waits for a worker, or from when on it may be taken
  ready_at timestamptz not null default now(),
  run_until timestamptz,
  -- when a READY task has to be published (again); never before ready_at
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

-- a run that is erased leaves what was learnt from it
alter table gold_sqls add foreign key (run_id) references runs on delete set null;
alter table corrections add foreign key (run_id) references runs on delete cascade;

-- The journal: every model call and every answer of the target database.
create table steps (
  id uuid not null,
  -- the task itself where no run made it
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
  -- of the input tokens, those that the endpoint had cached; null where it does not say
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
-- retention looks for the oldest bodies that are still there, in these very words
create index steps_kept on steps (created_at) where request is not null or answer is not null or raw is not null;

-- The events of a run: one row for all that a commit adds, [{ type, body }, ...] in order.
create table event_batches (
  run_id uuid not null,
  -- that of the last event of the row
  sequence integer not null,
  at timestamptz not null default now(),
  events jsonb not null,
  primary key (run_id, sequence)
) partition by range (run_id);

create table steps_default partition of steps default;
create table event_batches_default partition of event_batches default;

-- One row per event.
create view events as
select b.run_id, (b.sequence - jsonb_array_length(b.events) + e.place)::integer as sequence, e.value ->> 'type' as type,
       b.at, e.value -> 'body' as body
from event_batches b
cross join lateral jsonb_array_elements(b.events) with ordinality as e (value, place);

-- What the questions of a workspace used, by UTC day. Several rows each: processes that write at once take different
-- slots, so that few wait for another's commit. Slot 0 belongs to questions that are counted one by one. No foreign key:
-- a writer would wait for the deletion of its workspace.
create table workspace_days (
  workspace_id uuid not null,
  day date not null,
  slot smallint not null,
  questions integer not null default 0,
  -- of model calls, in and out together
  tokens bigint not null default 0,
  cost_usd double precision not null default 0,
  primary key (day, workspace_id, slot)
) with (fillfactor = 50);

create function day_slot() returns smallint
language sql stable as $$ select (1 + pg_backend_pid() % 8)::smallint $$;
