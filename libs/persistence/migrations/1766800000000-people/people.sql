set local search_path to assay;

create table people (
  -- hash of issuer and subject
  id uuid primary key,
  issuer text not null,
  subject text not null,
  name text,
  -- of the last sign-in or token
  groups text[] not null default '{}',
  first_seen_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- The cookie holds a secret, stored as its hash.
create table sessions (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  secret_hash text not null unique,
  -- of the cookie before the last rotation, valid for a short time
  previous_hash text unique,
  rotated_at timestamptz not null default now(),
  -- { name, roles, groups }, as the provider said last
  claims jsonb not null,
  -- session of the provider, for back-channel logout
  provider_session text,
  -- encrypted: { refreshToken }
  tokens text not null,
  claims_checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index sessions_person on sessions (person_id);
create index sessions_provider on sessions (provider_session) where provider_session is not null;
create index sessions_created on sessions (created_at);

alter table api_keys add column may_act_for boolean not null default false;

-- Null: asked by a key, a queue, or without keys.
alter table runs add column person uuid;
create index runs_person on runs (person, id desc) where person is not null;

-- Person, API key, or a name; null before this release.
alter table gold_sqls add column owner text;
alter table corrections add column owner text;
alter table workspace_evaluations add column owner text;

-- Whether a caller may see a question. p_sight: { person, nobody, me, others }, each of the last three an array of
-- workspace ids, or null for all.
create function sees(p_sight jsonb, p_workspace uuid, p_person uuid) returns boolean
language sql immutable parallel safe as $$
  select coalesce(
    p_sight -> (case when p_person is null then 'nobody' when p_person::text = p_sight ->> 'person' then 'me' else 'others' end)
      = 'null'::jsonb
    or p_sight -> (case when p_person is null then 'nobody' when p_person::text = p_sight ->> 'person' then 'me' else 'others' end)
      ? p_workspace::text, false)
$$;
