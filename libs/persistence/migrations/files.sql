-- A file as it was uploaded; those that are still being uploaded have no `stored_at`.
create table assay.workspace_files (
  id uuid primary key,
  workspace_id uuid not null references assay.workspaces on delete cascade,
  name text not null,
  bytes bigint not null default 0,
  -- of the content, in hex
  sha256 text not null default '',
  stored_at timestamptz,
  created_at timestamptz not null default now()
);

create unique index workspace_files_name on assay.workspace_files (workspace_id, lower(name))
  where stored_at is not null;

create index workspace_files_open on assay.workspace_files (created_at) where stored_at is null;

create table assay.workspace_file_chunks (
  file_id uuid not null references assay.workspace_files on delete cascade,
  ordinal integer not null,
  content bytea not null,
  primary key (file_id, ordinal)
);

alter table assay.workspace_file_chunks alter column content set storage external;

-- Why a gold SQL takes no part any more; and when it was last set aside, or taken back.
alter table assay.gold_sqls add column if not exists set_aside text, add column if not exists changed_at timestamptz;
