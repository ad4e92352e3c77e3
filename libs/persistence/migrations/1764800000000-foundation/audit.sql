-- Audit trail. Entries outlive their subjects, so there are no foreign keys. Only the retention deletes rows.
create table assay.audit (
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  action text not null,
  -- API key id, or a name
  actor text not null,
  actor_name text,
  address text,
  workspace_id uuid,
  question_id uuid,
  details jsonb not null default '{}'
);

create index audit_workspace on assay.audit (workspace_id, id desc);

create index audit_at on assay.audit (at);

create or replace function assay.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('assay.audit_retention', true) = 'on' then return old; end if;
  raise exception 'the audit trail is append-only' using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_append_only before update or delete on assay.audit
for each row execute function assay.refuse_audit_change();

create trigger audit_not_truncated before truncate on assay.audit
for each statement execute function assay.refuse_audit_change();

-- A page; returns the count.
create or replace function assay.erase_audit(p_days integer, p_limit integer) returns integer
language plpgsql set search_path to assay set assay.audit_retention to 'on' as $$
declare
  v_erased integer;
begin
  delete from audit where id in (
    select a.id from audit a where a.at < now() - make_interval(days => p_days)
    order by a.at limit p_limit for update skip locked);
  get diagnostics v_erased = row_count;
  return v_erased;
end
$$;
