import { describe, expect, it } from '@jest/globals';
import { guardSql } from './guard.js';

describe('types whose values are looked up in the system catalogs of PostgreSQL', () => {
  it.each([
    'select null::pg_class',
    'select null::pg_class[]',
    'select null::_pg_class',
    'select null::pg_catalog.pg_proc',
    'select cast(null as pg_authid)',
    'select null::information_schema.tables',
    `select (jsonb_populate_record(null::pg_aggregate, '{"aggfnoid": "2100"}')).aggfnoid`,
    `select json_populate_record(null::pg_class, '{"relacl": "{nobody=r/nobody}"}')::text`,
    "select * from json_to_recordset('[]') as x(a pg_class)",
    "select * from jsonb_to_record('{}') as x(a pg_class[])",
    "select json_value('1', '$' returning pg_class)",
    "select * from json_table('[]', '$[*]' columns (a pg_class path '$')) x",
    "select x from xmltable('/a' passing '<a/>' columns x pg_class path '.') x",
    "select coalesce(pg_typeof(1), 'secret')",
    "select case when true then pg_typeof(1) else 'secret' end",
    "select pg_typeof(1) in ('secret', 'x')",
    "select array[pg_typeof(1), 'secret']",
    "select array_agg(pg_typeof(1)) = '{secret}'",
    "select lag(pg_typeof(1), 1, 'secret') over ()",
    "select pg_typeof(1) union select 'secret'",
    "select x from (values (pg_typeof(1)), ('secret')) v(x)",
    "select coalesce(x, 'secret') from (select pg_typeof(1) as x) q",
    "with q as (select pg_typeof(1) as x) select x from q union select 'secret'",
    "select rank('secret') within group (order by pg_typeof(1))",
    "select coalesce(mode() within group (order by pg_typeof(1)), 'secret')",
    "select coalesce(any_value(pg_typeof(1)), 'secret')",
    "select coalesce((select pg_typeof(1)), 'secret')",
  ])('refuses %s', async (sql) => {
    expect({ sql, ...(await guardSql(sql, 'postgres')) }).toMatchObject({ sql, rule: 'system-catalog' });
    expect(await guardSql(sql, 'postgres', { allowSystemCatalogs: true })).toMatchObject({ allowed: true });
  });

  it.each([
    "select '0/0'::pg_lsn, null::pg_snapshot",
    'select pg_typeof(a), pg_typeof(b) as kind from t order by 1',
    "select pg_typeof(a)::text from t where pg_typeof(a)::text = 'text'",
    "select concat('a ', pg_typeof(a)), format('%s', pg_typeof(b)) from t",
    'select pg_typeof(a), count(*) from t group by pg_typeof(a) order by pg_typeof(a)',
    'select pg_typeof(a) = pg_typeof(b) from t',
    'select case when pg_typeof(a) = pg_typeof(b) then 1 else 2 end from t',
    'select pg_size_pretty(a), t.pg_typeof from t',
  ])('allows %s', async (sql) => {
    expect({ sql, ...(await guardSql(sql, 'postgres')) }).toMatchObject({ sql, allowed: true });
  });
});
