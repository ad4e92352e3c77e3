import { describe, expect, it } from '@jest/globals';
import type { DatabaseSchema, Dialect } from '@assay/contracts';
import { guardSql } from '../guard/guard.js';
import { tableOfText } from './fixtures/table-of-text.js';
import { schemaContradictions } from './schema-contradictions.js';

const TABLES = [
  tableOfText('shop', 'customer', 'id', 'name', 'city', 'a "b" c'),
  tableOfText('shop', 'purchase', 'id', 'customer_id', 'amount', 'placed_on', 'delivered_on', 'details'),
  tableOfText('archive', 'purchase', 'id', 'reason'),
];

async function contradictions(sql: string, dialect: Dialect): Promise<string[]> {
  const schema: DatabaseSchema = { dialect, name: 'shop', tables: TABLES };
  const guarded = await guardSql(sql, dialect, { allowSystemCatalogs: true });
  const tables = guarded.allowed ? guarded.tables : ['purchase'];
  return schemaContradictions({ outcome: 'valid', sql, tables, error: null }, schema, dialect);
}

const everyDialect: Dialect[] = ['postgres', 'mysql', 'mariadb', 'sqlite', 'sqlserver', 'oracle', 'clickhouse'];
const everywhere = [
  'select c.name as who, count(*) as total from customer c group by c.name order by total desc',
  'select c.name, p.amount from customer c join purchase p on p.customer_id = c.id where p.amount > 3',
  'select sum(amount) total, sum(case when amount > 3 then 1 else 0 end) big from purchase having count(*) > 1',
  'select cast(amount as decimal(10, 2)) as price from purchase where placed_on < current_timestamp',
  'select rank() over (partition by customer_id order by amount desc) as place from purchase order by place',
  'select sum(amount) over (order by placed_on rows between 1 preceding and current row) as running from purchase',
  "select name from customer where name is not null and city like 'B%' order by 1",
  'select reason from archive.purchase',
  'with big as (select amount as much from purchase) select much from big',
];
const intervals = [
  'select * from purchase where placed_on > current_date - interval 3 week',
  'select date_add(placed_on, interval amount quarter) as due, timestampdiff(week, placed_on, delivered_on) from purchase',
  'select extract(week from placed_on), extract(day_microsecond from placed_on) as micro from purchase',
  'select sql_no_cache * from purchase',
  'select utc_date, localtime, current_user, date_format(placed_on, "%Y-%m") as period from purchase group by period',
  'select name collate utf8mb4_bin, convert(name using utf8mb4), cast(id as unsigned integer) from customer',
  'select @row := @row + 1 as place from purchase',
  'select group_concat(distinct name order by name separator ", ") as names from customer',
  'select json_value(details, "$.x" returning decimal(4, 2) null on empty error on error) from purchase',
  'select t.rate, rate from purchase p, json_table(p.details, "$" columns (rate int path "$.r", nr for ordinality)) t',
  'select match (name) against ("x" in natural language mode) as score from customer use index (by_name)',
  'select sum(amount) over recent as running from purchase window recent as (order by placed_on)',
  'select c.name from customer c straight_join purchase p on p.customer_id = c.id',
  'select customer_id, sum(amount) from purchase group by customer_id with rollup',
  'select binary name, _utf8mb4"x", date_add(placed_on, interval 1 day_hour) from customer, purchase',
];
const valid: Partial<Record<Dialect, string[]>> = {
  postgres: [
    'select avg(extract(epoch from (delivered_on - placed_on)) / 86400) as days from purchase',
    'select extract(dow from placed_on)::int as weekday, extract(isodow from placed_on) from purchase group by weekday',
    "select date_part('week', placed_on), date_trunc('month', placed_on) as m from purchase group by 2 order by m",
    "select placed_on at time zone 'UTC', timestamp with time zone '2024-01-01 00:00Z', localtimestamp from purchase",
    "select current_user, session_user, user, interval '1 day', date '2024-01-01' from purchase",
    'select ctid, xmin, tableoid::regclass, c.ctid, c.oid from customer c',
    'select sum(amount) over recent from purchase window recent as (order by placed_on)',
    'select sum(amount) over (recent order by id) from purchase window recent as (partition by customer_id)',
    'select make_interval(days => 3), make_date(year := 2024, month := 1, day := 2) from purchase',
    'select n, day from purchase, generate_series(1, 3) n, generate_series(1, 2) as days(day)',
    'select tag, p.id from purchase p cross join lateral unnest(array[1, 2]) as tag',
    'select x.rate from purchase p, jsonb_to_record(p.details) as x(rate numeric, kind text)',
    'select f.a, f.b from customer as f(a, b, d, e)',
    'select name collate "C" from customer where name ilike \'x%\' order by name collate "de_DE" nulls last',
    'select amount::double precision, amount::numeric(4, 1), id::character varying from purchase',
    'select count(*) filter (where amount > 3) as big, array_agg(id order by id) as ids from purchase',
    'select percentile_cont(0.5) within group (order by amount) as middle from purchase tablesample system (10)',
    'select true, false, null, name is not distinct from city, (c).name from customer c',
    'select trim(both from name), substring(name from 1 for 2), position(name in city), overlay(name placing city from 1) from customer',
    'select id from purchase where (placed_on, delivered_on) overlaps (current_date, localtimestamp)',
    'select id from purchase where amount between symmetric 5 and 3 and id = any (array[1, 2])',
    'select details->>\'a\', details #>> \'{a,b}\', "a ""b"" c" from purchase, customer',
    'select c from customer c fetch first 3 rows with ties',
    'select relname from pg_class',
    'select table_name from information_schema.tables',
    'select coalesce(p.amount, 0) as amt from customer c left join purchase p using (id) order by amt',
  ],
  mysql: [
    ...intervals,
    "select t.rate, kind from purchase p straight_join json_table(p.details, '$[*]' columns (rate int path '$.r', kind int path '$.k')) t",
  ],
  mariadb: [...intervals, 'select date_diff(placed_on, delivered_on), row_start from purchase'],
  sqlite: [
    'select rowid, _rowid_, oid, c.rowid, c.oid from customer c',
    'select name from customer where city = "Berlin" order by name collate nocase',
    'select julianday(delivered_on) - julianday(placed_on) as days from purchase order by days limit 3',
    'select key, value, p.id from purchase p, json_each(p.details)',
    "select strftime('%Y', placed_on) as year, [name], `city` from purchase, customer group by year",
    'select name from sqlite_master',
    "select * from customer indexed by by_name where name glob 'A*'",
  ],
  duckdb: [
    'select * exclude (name) from customer qualify row_number() over (partition by city order by name) = 1',
    "select date_trunc('month', placed_on) as month, sum(amount) from purchase group by all order by all",
    'select n, p.id from purchase p, range(3) as r(n)',
    'select list_transform([1, 2], x -> x + 1) as more, p.rowid from purchase p',
    "select name from customer where name ilike 'a%' order by name nulls first",
    "select placed_on + interval 1 month, date_diff('day', placed_on, delivered_on), amount // 2 from purchase",
  ],
  clickhouse: [
    'select toStartOfMonth(placed_on) as month, count() from purchase group by month order by month with fill',
    "select dateDiff('day', placed_on, delivered_on), dateDiff(day, placed_on, today()) from purchase final",
    'select customer_id, argMax(amount, placed_on) from purchase prewhere amount > 3 group by customer_id with totals',
    'select * from purchase order by customer_id, amount desc limit 2 by customer_id',
    'select quantile(0.5)(amount) as half, countIf(amount > 3), half / 2 from purchase sample 0.1',
    'select arrayMap(x -> x + amount, [1, 2]), arrayFilter((x, y) -> x > y, [1], [2]) from purchase',
    "select * except (details) replace (amount + 1 as amount), columns('id$') apply(max) from purchase",
    'select cast(name as Nullable(String)), amount::Array(UInt64), inf from purchase, customer',
    'with 3 as least_amount, purchase as big select count() from purchase where amount > least_amount',
    'with big as (select amount as much from purchase) select much from big where much in (3, 4)',
    "select tag from purchase array join splitByChar(',', details) as tag where tag != ''",
    "select amount > 3 ? 'much' : 'little' from purchase where placed_on > now() - interval 3 week",
    'from purchase select sum(amount) group by customer_id',
  ],
  sqlserver: [
    'select top 5 name from customer',
    'select top (5) with ties name, total = count(*) from customer group by name order by total',
    'select datediff(week, placed_on, delivered_on), datepart(dw, placed_on), dateadd(qq, 1, placed_on) from purchase',
    'select avg(datediff(hh, placed_on, delivered_on) * 1.0) as hours, datename(weekday, placed_on) from purchase',
    'select datetrunc(iso_week, placed_on), eomonth(placed_on), convert(varchar(max), name) from purchase, customer',
    'select try_convert(date, name), cast(name as nvarchar(max)), try_cast(name as float) from customer with (nolock)',
    'select name collate Latin1_General_CI_AS, system_user, current_timestamp from customer (nolock)',
    "select placed_on at time zone 'UTC' as moment from purchase option (recompile, maxdop 1)",
    "select rate from purchase p cross apply openjson(p.details) with (rate int '$.r', kind varchar(9) '$.k')",
    "select string_agg(name, ',') within group (order by name) as names from customer for json auto",
    'select [1], [2] from purchase pivot (sum(amount) for customer_id in ([1], [2])) as wide',
    'select name from sys.tables',
    "select c.name from customer c cross apply string_split(c.city, ',') s where s.value = c.name and value > 1",
    'select [name] from [shop].[customer] order by name offset 5 rows fetch next 5 rows only',
  ],
  oracle: [
    'select rowid, rownum, sysdate, systimestamp, user, uid, c.rowid, ora_rowscn from customer c where rownum < 5',
    'select level, connect_by_isleaf, prior name from customer connect by prior id = city start with city is null',
    'select extract(timezone_hour from placed_on), trunc(sysdate) - trunc(placed_on) as age from purchase order by age',
    "select placed_on + interval '1' week, placed_on + numtodsinterval(1, 'DAY'), date '2024-01-01' from purchase",
    "select listagg(name, ',' on overflow truncate) within group (order by name) as names from customer",
    'select max(amount) keep (dense_rank last order by placed_on nulls first) as newest from purchase',
    "select t.rate from purchase p, json_table(p.details, '$' columns (rate number path '$.r')) t",
    "select json_value(details, '$.x' returning number default 0 on empty null on error) from purchase",
    "select cast(name as varchar2(20 char)), to_char(placed_on, 'IW') as iw, sessiontimezone from purchase, customer",
    'select sysdate from dual',
    'select c.name from customer c, purchase p where c.id = p.customer_id(+)',
    'select xmlelement("Emp", name) from customer',
    'select p.details.rate.unit from purchase p',
  ],
};

describe('a valid statement that the schema explains', () => {
  const cases = everyDialect.flatMap((dialect) =>
    [...everywhere, ...(valid[dialect] ?? [])].map((sql) => [dialect, sql] as const),
  );
  it.each(cases)('%s: %s', async (dialect, sql) => expect(await contradictions(sql, dialect)).toEqual([]));
});

describe('a valid statement with a column that the schema lacks', () => {
  const missing: [string, string[]][] = [
    ['select loyalty from customer', ['loyalty']],
    ['select c.loyalty as points from customer c', ['loyalty']],
    ['select count(*) from purchase where amount > 3 and voucher is null', ['voucher']],
    ['select name, max(score) from customer group by name', ['score']],
    ['select name from customer order by joined desc', ['joined']],
    ['select sum(amount * rate) as total from purchase', ['rate']],
    ['select p.voucher from customer c join purchase p on p.customer_id = c.id', ['voucher']],
    ['select customer.loyalty from customer', ['loyalty']],
    ['select rank() over (partition by region order by amount) as place from purchase', ['region']],
    ['select code from voucher', ['voucher']],
  ];
  const cases = everyDialect.flatMap((dialect) => missing.map(([sql, names]) => [dialect, sql, names] as const));
  it.each(cases)('%s: %s', async (dialect, sql, names) => expect(await contradictions(sql, dialect)).toEqual(names));

  it.each([
    ['postgres', 'select extract(epoch from shipped_on) from purchase', ['shipped_on']],
    ['postgres', 'select p.voucher, n from purchase p, generate_series(1, 2) n', ['voucher']],
    ['postgres', 'select "loyalty" from customer', ['loyalty']],
    ['mysql', 'select timestampdiff(week, placed_on, shipped_on) from purchase', ['shipped_on']],
    ['sqlserver', 'select datediff(week, placed_on, [shipped_on]) from purchase', ['shipped_on']],
    ['oracle', 'select trunc(sysdate - shipped_on) from purchase', ['shipped_on']],
    ['sqlite', 'select rowid, c."loyalty" from customer c', ['loyalty']],
    ['clickhouse', 'select toDate(shipped_on) from purchase final prewhere amount > 3', ['shipped_on']],
    ['clickhouse', 'select p.shipped_on from purchase p array join [1, 2] as n', ['shipped_on']],
  ] as [Dialect, string, string[]][])('%s: %s', async (dialect, sql, names) =>
    expect(await contradictions(sql, dialect)).toEqual(names),
  );
});
