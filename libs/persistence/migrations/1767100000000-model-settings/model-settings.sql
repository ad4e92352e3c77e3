-- At most one row. The key is encrypted and bound to the url.
create table assay.model_settings (
  only_row boolean primary key default true check (only_row),
  url text,
  key text check (key is null or url is not null),
  models jsonb not null default '{}',
  prices jsonb not null default '{}',
  changed_at timestamptz not null default now()
);
