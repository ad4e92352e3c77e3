import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guardSql, type GuardOutcome } from '@assay/sql';
import { trapsInPostgres, type TrapsInPostgres } from '../conformance/traps-in-postgres.js';

const DATABASE = [
  'create table t (id integer primary key, name text, amount numeric, data jsonb, at timestamptz)',
  `insert into t select n, 'name ' || n, n * 1.5, jsonb_build_object('n', n, 'list', jsonb_build_array(n, 'x')), now()
     from generate_series(1, 5) n`,
  `create function traced() returns integer language plpgsql as $$ begin raise notice 'ran'; return 1; end $$`,
  'create table log (id integer, what text)',
];

/** Of 16–18. */
const READS = [
  // 16
  'select any_value(name) from t',
  'select array_sample(array_agg(id), 2) from t',
  'select array_shuffle(array_agg(id)) from t',
  'select erf(0.5), erfc(0.5)',
  "select date_add(at, interval '1 day', 'UTC'), date_subtract(at, interval '1 day', 'UTC') from t",
  "select generate_series(timestamptz '2026-01-01', '2026-01-03', '1 day', 'UTC')",
  'select random_normal(0, 1)',
  "select '{\"a\": 1}' is json object, '[1]' is json array, '5' is json scalar, 'x' is not json",
  `select '{"a":1,"a":2}' is json with unique keys`,
  "select json_object('a' : 1, 'b' : null absent on null)",
  'select json_objectagg(name : amount) from t',
  'select json_array(id, name null on null) from t',
  'select json_arrayagg(name order by id) from t',
  'select json_array(select id from t)',
  'select 1_000_000, 0x1F, 0b101, 0o17',
  'select a.* from (select 1 as n) a join (select 2) on true',
  'select name from t order by name collate unicode',
  // 17
  "select json_value(data, '$.n' returning integer) from t",
  "select json_value(data, '$.missing' default 0 on empty error on error) from t",
  "select json_query(data, '$.list' with wrapper keep quotes) from t",
  "select json_exists(data, '$.n ? (@ > $x)' passing 3 as x) from t",
  "select j.* from t, json_table(data, '$.list[*]' columns (place for ordinality, v text path '$', is_there boolean exists path '$')) j",
  "select j.* from t, json_table(data, '$' columns (n integer path '$.n', nested path '$.list[*]' columns (v text path '$'))) as j where j.n > 1",
  "select json_scalar(1), json_serialize('{}'), json('{\"a\":1}')",
  'select random(1, 6), random(0.1, 0.9)',
  'select to_bin(5), to_oct(8)',
  "select jsonb_path_query(data, '$.n.string()') from t",
  "select jsonb_path_query('\"2026-01-01\"', '$.date()')",
  "select jsonb_path_query('\"1.5\"', '$.decimal(5, 2)')",
  'select xmltext(name) from t',
  "select interval 'infinity', -interval 'infinity'",
  'select at at local from t',
  "select unicode_assigned('a'), unicode_version()",
  'select uuid_extract_version(gen_random_uuid())',
  // 18
  'select uuidv7(), uuidv4()',
  "select uuid_extract_timestamp(uuidv7(interval '-1 hour'))",
  'select array_sort(array_agg(id)), array_reverse(array_agg(id)) from t',
  'select casefold(name) from t',
  "select crc32('x'), crc32c('x')",
  'select gamma(5), lgamma(5)',
  "select json_strip_nulls('[1, null]', true)",
  "select reverse('\\x0102'::bytea)",
  "select '\\x1234'::bytea::integer",
  'select max(row(id, name)), min(array[id]) from t group by ()',
  "select max('\\x01'::bytea)",
  'select id, count(*) over w from t window w as (order by id groups between 1 preceding and current row exclude ties)',
  "select regexp_replace(string => name, pattern => 'n', replacement => 'm', start => 1, \"N\" => 1) from t",
];

/** Of 14–18. */
const WRITES = [
  'merge into t using log on t.id = log.id when matched then delete',
  'merge into t using log on t.id = log.id when not matched by source then delete returning merge_action(), t.*',
  'merge into t using (values (9)) v(id) on t.id = v.id when not matched then insert (id) values (v.id) returning old.id, new.id',
  'with m as (merge into t using log on t.id = log.id when matched then delete returning t.*) select * from m',
  'with m as (merge into t using log on false when not matched by target then insert (id) values (log.id) returning merge_action()) select * from m',
  'insert into t (id) values (9) returning old.*, new.*',
  "insert into t (id) values (1) on conflict (id) do update set name = 'x' returning with (old as o, new as n) o.name, n.name",
  "update t set name = 'x' returning old.name, new.name",
  'delete from t returning old.id',
  "with u as (update t set name = 'x' returning old.name) select * from u",
  'with d as (delete from t returning with (old as o) o.*) select count(*) from d',
  'select * from (delete from t returning old.*) d',
  "copy t to program 'id'",
  "copy t to '/tmp/x' (format csv, force_quote *)",
  'copy t from stdin (on_error ignore, log_verbosity silent, reject_limit 5)',
  "copy t from stdin (default 'x')",
  'copy (select * from t) to stdout (header match)',
  'copy (merge into t using log on true when matched then delete returning t.*) to stdout',
  'select traced()',
  'select system_user',
  'select * into copied from t',
  'create table copied as select * from t',
  'explain (analyze, serialize, memory, buffers off) select * from t',
  'explain (analyze) merge into t using log on true when matched then delete',
  'alter table t alter column name set not null not valid',
  'alter table t add column total numeric generated always as (amount * 2) virtual',
  'alter table t add constraint positive check (amount > 0) not enforced',
  'create table spans (id int4range, primary key (id without overlaps))',
  'vacuum (buffer_usage_limit 0, only_database_stats)',
  'vacuum (analyze) only t',
  'analyze only t',
  'reindex (concurrently) system',
  "create role x password 'x' createrole",
  'grant maintain on t to public',
  'grant pg_maintain to current_user',
  'grant pg_read_all_data to current_user with inherit true, set true, admin true',
  "create subscription s connection 'host=evil' publication p with (origin = none, failover = true, run_as_owner)",
  'create publication p for table t with (publish_generated_columns = stored)',
  'alter system set allow_alter_system = off',
  'set transaction_timeout = 0',
  'lock table t',
  'select pg_log_standby_snapshot()',
  'select pg_sync_replication_slots()',
  "select pg_restore_relation_stats('schemaname', 'public', 'relname', 't', 'reltuples', 1e9::real)",
  "select pg_restore_attribute_stats('schemaname', 'public', 'relname', 't', 'attname', 'id', 'inherited', false)",
  "select pg_clear_relation_stats('public', 't')",
  "select pg_clear_attribute_stats('public', 't', 'id', false)",
  'select pg_log_backend_memory_contexts(pg_backend_pid())',
  'select pg_get_process_memory_contexts(pg_backend_pid(), false, 1)',
  "select pg_stat_reset_shared('io'), pg_stat_reset_slru('notify'), pg_stat_reset_backend_stats(1)",
  'select pg_createsubscriber()',
  "select pg_logical_emit_message(true, 'a', 'b', true)",
  "select pg_replication_origin_create('x')",
  "select pg_copy_logical_replication_slot('a', 'b')",
  "select pg_split_walfile_name('x'), pg_switch_wal()",
  "select pg_wal_replay_wait('0/0')",
  'select pg_buffercache_evict_all()',
  "select pg_import_system_collations('public')",
  "select pg_read_file('/etc/passwd'), pg_stat_file('x', true), pg_ls_summariesdir()",
  "select pg_wal_summary_contents(1, '0/0', '0/1')",
  "select json_table.* from json_table((select traced())::text::jsonb, '$' columns (a int path '$')) json_table",
  "select json_value(jsonb '{}', '$.a' returning integer default traced() on empty)",
  "select json_query('{}', '$ ? (@ > $x)' passing traced() as x)",
  'select json_array(select traced())',
  'select json_objectagg(traced() : 1) from t',
  'select max(x) from t, lateral (select traced()) l(x)',
  'select 1 from t group by traced()',
  "select lo_import('/etc/passwd'), lo_export(1, '/tmp/x')",
  'call traced()',
  'do $$ begin end $$',
];

describe('PostgreSQL 18, live', () => {
  let server: TrapsInPostgres;
  beforeAll(async () => {
    server = await trapsInPostgres(DATABASE);
  });
  afterAll(() => server?.stop());

  const judge = async (sql: string): Promise<GuardOutcome> =>
    guardSql(sql, 'postgres', { catalog: await server.database.catalog(new AbortController().signal) });
  const state = async (): Promise<unknown> => {
    const { rows } = await server.admin.query(
      `select (select json_agg(t order by id) from t) as rows, (select count(*) from pg_class) as relations,
              (select count(*) from pg_roles) as roles, (select count(*) from log) as logged`,
    );
    return rows;
  };

  it('is the server', async () => {
    const { rows } = await server.admin.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    expect(Number(rows[0]?.version)).toBeGreaterThanOrEqual(180_000);
  });

  it.each(READS)('reads by %s', async (sql) => {
    expect({ sql, ...(await judge(sql)) }).toMatchObject({ sql, allowed: true });
    server.notices.length = 0;
    await server.admin.query('begin read only');
    try {
      await server.admin.query(sql);
    } finally {
      await server.admin.query('rollback');
    }
    expect(server.notices).toEqual([]);
  });

  it.each(WRITES)('is not written, and runs nothing of its own, by %s', async (sql) => {
    expect({ sql, ...(await judge(sql)) }).toMatchObject({ sql, allowed: false });
  });

  it('writes, where the guard were not, by what is refused', async () => {
    const before = await state();
    const effects: string[] = [];
    for (const sql of WRITES.slice(0, 11)) {
      await server.admin.query('begin');
      await server.admin.query("insert into log values (77, 'x')");
      await server.admin.query(sql).then(() => effects.push(sql));
      await server.admin.query('rollback');
    }
    expect(effects).toEqual(WRITES.slice(0, 11));
    expect(await state()).toEqual(before);
  });
});
