/** Functions that must not be reached: the server's, the database's own, an extension's. */
const FORBIDDEN_FUNCTIONS = [
  'pg_read_file',
  'pg_read_binary_file',
  'pg_ls_dir',
  'pg_stat_file',
  'pg_sleep',
  'pg_terminate_backend',
  'pg_cancel_backend',
  'pg_advisory_lock',
  'pg_advisory_xact_lock',
  'pg_notify',
  'lo_import',
  'lo_creat',
  'current_setting',
  'set_config',
  'nextval',
  'dblink_connect',
  'to_regclass',
  'obj_description',
  'query_to_xml',
  'shout',
];

/** A function of one argument written as an attribute: sources, then clauses that use it. */
const ATTRIBUTES: ((name: string) => { from: string; call: string })[] = [
  (name) => ({ from: "lower('1') x", call: `x.${name}` }),
  (name) => ({ from: "int8('1') as x", call: `x."${name}"` }),
  (name) => ({ from: "lower('1') as x(a)", call: `x.${name}` }),
  (name) => ({ from: "rows from (lower('1')) as x", call: `x.${name}` }),
  (name) => ({ from: 'generate_series(1, 2) x', call: `(x.x).${name}` }),
  (name) => ({ from: 'customer c', call: `(c.name).${name}` }),
  (name) => ({ from: 'customer', call: `('1'::text).${name}` }),
  (name) => ({ from: 'customer', call: `(array['1'])[1].${name}` }),
  (name) => ({ from: `jsonb_array_elements_text('["1"]') ${name}`, call: `${name}.${name}` }),
  (name) => ({ from: `lower('1') as ${name}(a)`, call: `${name}.${name}` }),
  (name) => ({ from: "(customer j cross join lower('1') x)", call: `x.${name}` }),
  (name) => ({ from: 'customer c, lateral lower(c.name) x', call: `x /**/ . ${name}` }),
  (name) => ({ from: "coalesce('1'::text) x", call: `x.${name}` }),
  (name) => ({ from: "cast('1' as text) x", call: `x.${name}` }),
];

const CLAUSES: ((part: { from: string; call: string }) => string)[] = [
  ({ from, call }) => `select ${call} from ${from}`,
  ({ from, call }) => `select 1 from ${from} where ${call} is null`,
  ({ from, call }) => `select 1 from ${from} group by ${call}`,
  ({ from, call }) => `select 1 from ${from} group by grouping sets ((${call}), ())`,
  ({ from, call }) => `select count(*) from ${from} having max(${call}::text) is null`,
  ({ from, call }) => `select count(*) over w from ${from} window w as (partition by ${call})`,
  ({ from, call }) => `select rank() over (order by ${call}) from ${from}`,
  ({ from, call }) => `select 1 from ${from} order by ${call}`,
  ({ from, call }) => `select distinct on (${call}) 1 from ${from}`,
  ({ from, call }) => `select count(*) filter (where ${call} is null) from ${from}`,
  ({ from, call }) => `select string_agg('a', 'b' order by ${call}) from ${from}`,
  ({ from, call }) => `select percentile_disc(0.5) within group (order by ${call}) from ${from}`,
  ({ from, call }) => `select case when ${call} is null then 1 end from ${from}`,
  ({ from, call }) => `select array[${call}], row(${call}) from ${from}`,
  ({ from, call }) => `select coalesce(${call}::text, 'x') from ${from}`,
  ({ from, call }) => `select (select ${call}) from ${from}`,
  ({ from, call }) => `select 1 from ${from} where exists (select ${call})`,
  ({ from, call }) => `select q.z from ${from}, lateral (select ${call} as z) q`,
  ({ from, call }) => `with q as (select ${call} as z from ${from}) select z from q`,
  ({ from, call }) => `select 1 limit (select length(${call}::text) from ${from} limit 1)`,
  ({ from, call }) => `select null union all select ${call}::text from ${from}`,
  ({ from, call }) => `values ((select ${call}::text from ${from} limit 1))`,
  ({ from, call }) => `select o.id from ${from} join customer o on ${call} is null`,
];

/** Every source in every clause, with every function. */
export function attributeForms(): string[] {
  return FORBIDDEN_FUNCTIONS.flatMap((name) =>
    ATTRIBUTES.flatMap((attribute) => CLAUSES.map((clause) => clause(attribute(name)))),
  );
}

/** Names behind a dot that are columns, whatever functions are called the same. */
export const PLAIN_STATEMENTS = [
  'select c.version, c.name from customer c',
  'select public.customer.version from public.customer',
  'select x, x.x from generate_series(1, 3) x',
  'select x.n, x.ordinality from unnest(array[1, 2]) with ordinality as x(n)',
  'select e.key, e.value from json_each(\'{"a": 1}\') e',
  'select r.a, r.version from json_to_record(\'{"a": 1}\') as r(a int, version text)',
  'select l.version from customer c, lateral (select c.version) l',
  'select q.version from (select version from customer) q',
  'select q.v from (select version from customer) q(v)',
  'with q(version) as (select 1) select q.version from q',
  'with recursive q(n) as (select 1 union all select q.n * 2 from q where q.n < 4) select q.n from q',
  'select j.version from (customer c join (select 1 as id) o using (id)) j',
  "select x.version from xmltable('/a' passing '<a>b</a>' columns version text path '.') x",
  'select a.version from (values (1)) a(version)',
  'select a.column1 from (values (1)) a',
  'select t.ctid, t.tableoid from customer t',
  "select v.value from jsonb_array_elements('[1]') v",
  'select u.a, u.b from unnest(array[1], array[2]) u(a, b)',
  'select c.* from customer c',
  'select c.name from customer c where exists (select 1 from customer c where c.version is null)',
  'select t.version from (select (select version) from customer) t',
  "select (c.j ->> 'a')::int from customer c",
  "select 'ok'::mood, c.m from customer c order by c.m",
  "select 'ann'::lower_case, '{a,b}'::lower_case[]",
  "select d.day::date from generate_series(date '2024-01-01', date '2024-01-03', interval '1 day') as d(day)",
];
