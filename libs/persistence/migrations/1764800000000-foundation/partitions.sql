-- Monthly (UTC) partitions of steps and events. The key is the run id, a UUIDv7 that begins with its milliseconds: a
-- statement that names a run reads one partition.
-- The default partitions take rows of other months, so no insert fails; `ensure_partitions` moves them.

-- The smallest id of a moment.
create or replace function assay.id_at(p_at timestamptz) returns uuid
language sql stable as $$
  select (lpad(to_hex(greatest(0, floor(extract(epoch from p_at) * 1000))::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- The month in a partition's name; null for default partitions.
create or replace function assay.month_of_partition(p_name text) returns timestamptz
language sql stable as $$
  select make_timestamptz(m[1]::integer, m[2]::integer, 1, 0, 0, 0, 'UTC')
  from regexp_match(p_name, '_([0-9]{4})_([0-9]{2})$') as m where m is not null
$$;

-- Creates the partitions of the current month, the next p_ahead and the last p_back months. Attaching waits two
-- seconds at most for its lock on the default partition; the next round retries.
create or replace function assay.ensure_partitions(p_ahead integer, p_back integer default 0) returns setof text
language plpgsql set search_path to assay set lock_timeout to '2s' as $$
declare
  v_parent text;
  v_month timestamp;
  v_name text;
  v_from uuid;
  v_to uuid;
begin
  -- one process at a time
  perform pg_advisory_xact_lock(4217002);
  for v_parent in
    select relname from pg_class where relkind = 'p' and relnamespace = 'assay'::regnamespace order by relname
  loop
    for v_month in
      select generate_series(date_trunc('month', now() at time zone 'UTC') - make_interval(months => p_back),
                             date_trunc('month', now() at time zone 'UTC') + make_interval(months => p_ahead),
                             interval '1 month')
    loop
      v_name := format('%s_%s', v_parent, to_char(v_month, 'YYYY_MM'));
      continue when to_regclass(v_name) is not null;
      v_from := id_at(v_month at time zone 'UTC');
      v_to := id_at((v_month + interval '1 month') at time zone 'UTC');
      execute format('create table %I (like %I including all)', v_name, v_parent);
      execute format('with moved as (delete from %I where run_id >= %L and run_id < %L returning *)
                      insert into %I select * from moved', v_parent || '_default', v_from, v_to, v_name);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', v_parent, v_name, v_from, v_to);
      return next v_name;
    end loop;
  end loop;
end
$$;

-- Drops the partitions of months before p_before that have no run and no task without a run left. Waits two seconds for
-- a lock at most.
create or replace function assay.drop_partitions(p_before timestamptz) returns setof text
language plpgsql set search_path to assay set lock_timeout to '2s' as $$
declare
  v_name text;
  v_month timestamptz;
  v_from uuid;
  v_to uuid;
begin
  for v_name, v_month in
    select c.relname, month_of_partition(c.relname)
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in (select p.oid from pg_class p
                          where p.relkind = 'p' and p.relnamespace = 'assay'::regnamespace)
      and month_of_partition(c.relname) is not null
    order by 2, 1
  loop
    v_from := id_at(v_month);
    v_to := id_at((v_month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
    exit when v_to > id_at(p_before);
    continue when exists (select 1 from runs r where r.id >= v_from and r.id < v_to)
      or exists (select 1 from tasks t where t.run_id is null and t.id >= v_from and t.id < v_to);
    execute format('drop table %I', v_name);
    return next v_name;
  end loop;
end
$$;

-- Later months: the coordinators.
select assay.ensure_partitions(3);
