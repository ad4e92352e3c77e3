-- Events are kept in one row for each run that a commit tells of: `events` is [{ type, body }, ...] in order, `sequence`
-- that of the last one. Rows of earlier releases hold one event, in `type` and `body`. The view `events` shows one row
-- an event, whoever wrote it, and takes rows that are inserted one by one.
set local search_path to assay;

alter table events rename to event_batches;
alter table event_batches alter column type drop not null, alter column body drop not null, add column events jsonb;
do $$
declare
  v_name text;
begin
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event_batches'::regclass
  loop
    execute format('alter table %I rename to %I', v_name, regexp_replace(v_name, '^events_', 'event_batches_'));
  end loop;
end
$$;

create view events as
select b.run_id, (b.sequence - jsonb_array_length(told.events) + e.place)::integer as sequence, e.value ->> 'type' as type,
       b.at, e.value -> 'body' as body
from event_batches b
cross join lateral (
  select coalesce(b.events, jsonb_build_array(jsonb_build_object('type', b.type, 'body', b.body))) as events
) told
cross join lateral jsonb_array_elements(told.events) with ordinality as e (value, place);

create function tell_event() returns trigger
language plpgsql set search_path to assay as $$
begin
  insert into event_batches (run_id, sequence, at, events)
  values (new.run_id, new.sequence, coalesce(new.at, clock_timestamp()),
          jsonb_build_array(jsonb_build_object('type', new.type, 'body', new.body)));
  return new;
end
$$;
create trigger tell_event instead of insert on events for each row execute function tell_event();
