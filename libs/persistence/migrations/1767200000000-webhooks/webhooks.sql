-- Written with the question: at least one delivery, or a dead letter.
create table assay.webhooks (
  run_id uuid primary key references assay.runs on delete cascade,
  url text not null,
  attempts integer not null default 0,
  -- earliest next attempt; moved on before each, so that a crash costs a delay
  next_at timestamptz not null default now(),
  error text,
  sent_at timestamptz,
  -- given up
  failed_at timestamptz
);
create index webhooks_due on assay.webhooks (next_at) where sent_at is null and failed_at is null;
