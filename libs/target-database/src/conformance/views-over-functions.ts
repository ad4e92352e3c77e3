const shout = (head: string, returns: string, result: string): string =>
  `create function ${head} returns ${returns} language plpgsql immutable as
   $$ begin raise notice 'ran: ${head}'; return ${result}; end $$`;

export const TRAPS = [
  'set check_function_bodies = off',
  shout('evil(int)', 'int', '$1'),
  shout('evil_text(text)', 'text', '$1'),
  'create table p (id int primary key, gross numeric, name text)',
  "insert into p values (1, 122, 'ann')",
  'create sequence counter',
  'create table log (id int)',
  'create type pair as (a int, b int)',
  shout('evil_of(pair)', 'int', '1'),
  "create type colour as enum ('red')",
  shout('is_evil(text)', 'bool', 'true'),
  'create domain evil_domain as text check (is_evil(value))',
  'create type evil_row as (d evil_domain)',
  shout('text_of(pair)', 'text', "'x'"),
  'create cast (pair as text) with function text_of(pair)',
  shout('mac_of(int)', 'macaddr', "'08:00:2b:01:02:03'"),
  'create cast (int as macaddr) with function mac_of(int) as assignment',
  shout('joined(text, text)', 'text', '$1 || $2'),
  'create operator public.### (leftarg = text, rightarg = text, function = joined)',
  'create operator public.+ (leftarg = text, rightarg = text, function = joined)',
  'create aggregate evil_sum(text) (sfunc = joined, stype = text)',
  'create schema other',
  'create domain other.record as text check (is_evil(value))',
  shout('other.twice(text)', 'text', '$1'),
  "create function twice(int) returns int language sql as 'select 2 * $1'",
  shout('public."Half"(int)', 'int', '$1'),
  "create function half(int) returns int language sql as 'select $1 / 2'",
  'create schema "a.b"',
  'create schema a',
  shout('"a.b".c(int)', 'int', '$1'),
  `create function a."b.c"(int) returns int language sql as 'select 1'`,
  "create function abs(text) returns text language sql as 'select $1'",
  shout('public.abs(int)', 'int', '$1'),
  shout('field(pair)', 'int', '1'),
  ...Array.from({ length: 9 }, (_, at) => {
    const body = at === 0 ? '$1' : `deep${at - 1}($1)`;
    return `create function deep${at}(int) returns int language sql as 'select ${body}'`;
  }),
];

/** After `create function f`; `f` becomes its name. */
export const ATTACKS: readonly (readonly [title: string, made: string, select?: string])[] = [
  ['a sequence', `() returns bigint language sql as $$ select nextval('counter') $$`],
  ['a sequence in a standard body', `() returns bigint language sql begin atomic select setval('counter', 7); end`],
  ['a setting', `() returns text language sql as $$ select set_config('role', 'none', false) $$`],
  ['reading settings', `() returns text language sql stable as $$ select current_setting('data_directory') $$`],
  ['a file', `() returns text language sql as $$ select pg_read_file('PG_VERSION') $$`],
  ['a large object', `() returns oid language sql as $$ select lo_from_bytea(0, 'x') $$`],
  ['another server', `() returns text language sql as $$ select dblink_connect('host=/tmp') $$`],
  ['waiting', `() returns text language sql as $$ select pg_sleep(0.01)::text $$`],
  ['a name with escapes', `() returns text language sql as $$ select U&"\\0070g_sleep"(0.01)::text $$`],
  ['a lock', `() returns text language sql as $$ select pg_advisory_lock(7)::text $$`],
  ['another session', `() returns bool language sql as $$ select pg_terminate_backend(0) $$`],
  ['a query as text', `() returns xml language sql as $$ select query_to_xml('select evil(1)', true, true, '') $$`],
  ['a table by name', `() returns bigint language sql stable as $$ select count(*) from p $$`],
  ['a table in a standard body', `() returns bigint language sql begin atomic select count(*) from p; end`],
  ['a system catalog', `() returns bigint language sql stable as $$ select count(*) from pg_catalog.pg_authid $$`],
  ['writing', `() returns int language sql as $$ insert into log values (1) returning id $$`],
  [
    'writing in WITH',
    `() returns int language sql as $$ with w as (insert into log values (1) returning id) select id from w $$`,
  ],
  ['a utility statement', `() returns text language sql as $$ show data_directory $$`],
  ['two statements', `() returns int language sql as $$ select set_config('role', 'none', false); select 1 $$`],
  ['two statements in a standard body', `() returns int language sql begin atomic select evil(1); select 1; end`],
  ['an own function', `(int) returns int language sql immutable as $$ select evil($1) $$`, 'select f(id) from p'],
  [
    'an own function in RETURN',
    `(x int) returns int language sql immutable return case when x > 0 then evil(x) end`,
    'select f(id) from p',
  ],
  ['a comment that hides a call', `() returns int language sql as $$ select /* -- */ evil(1) /* $function$ */ $$`],
  ['itself', `(int) returns int language sql as $$ select f($1) $$`, 'select f(id) from p where false'],
  ['nine levels', `(int) returns int language sql as $$ select deep8($1) $$`],
  ['an overload of another schema', `(int) returns int language sql as $$ select twice($1) $$`, 'select f(id) from p'],
  ['an overload, from the view', `() returns int language sql as $$ select 1 $$`, 'select twice(id) from p'],
  ['a name in capitals', `(int) returns int language sql as $$ select half($1) $$`, 'select f(id), "Half"(id) from p'],
  ['a name with a dot', `() returns int language sql as $$ select a."b.c"(1) $$`, 'select f(), "a.b".c(id) from p'],
  [
    'the name of a built-in',
    `(int) returns text language sql as $$ select public.abs('x') $$`,
    'select public.abs(id) from p',
  ],
  ['PL/pgSQL', `(int) returns int language plpgsql immutable as $$ begin return $1; end $$`],
  ['SECURITY DEFINER', `() returns int language sql security definer as $$ select 1 $$`],
  ['SET', `() returns int language sql set search_path = public as $$ select 1 $$`],
  ['SET ROLE', `() returns int language sql set role = 'none' as $$ select 1 $$`],
  [
    'a support function',
    `() returns int language sql support pg_catalog.generate_series_int4_support as $$ select 1 $$`,
  ],
  ['a default', `(a int, b int default evil(1)) returns int language sql as $$ select a $$`, 'select f(id) from p'],
  [
    'a polymorphic argument',
    `(anyelement) returns text language sql as $$ select $1::text $$`,
    'select f(row(1, 2)::pair)',
  ],
  [
    'an array of anything',
    `(anyarray) returns text language sql as $$ select $1[1]::text $$`,
    'select f(array[row(1, 2)::pair])',
  ],
  ['an own row as argument', `(x pair) returns int language sql as $$ select x.field $$`, 'select f(row(1, 2)::pair)'],
  ['a field as call', `(x int) returns int language sql as $$ select ($1).evil $$`, 'select f(id) from p'],
  [
    'an argument beside a column',
    `(x text) returns text language sql as $$ select f.x.evil_text from (select 'a' as evil_text) as x $$`,
    'select f(name) from p',
  ],
  ['an own operator', `(text) returns text language sql as $$ select $1 ### 'x' $$`, 'select f(name) from p'],
  [
    'an own operator of a known sign',
    `(text) returns text language sql as $$ select $1 + $1 $$`,
    'select f(name) from p',
  ],
  ['a cast of the result', `() returns macaddr language sql as $$ select 1 $$`],
  ['a cast of columns', `() returns setof record language sql as $$ select 1 $$`, 'select x from f() as t(x macaddr)'],
  ['a domain as argument', `(evil_domain) returns int language sql as $$ select 1 $$`, `select f('x')`],
  ['a domain as result', `() returns evil_domain language sql as $$ select 'x'::text $$`],
  ['a domain named as a pseudo-type', `() returns other.record language sql as $$ select 'x'::text $$`],
  ['a domain in the body', `() returns text language sql as $$ select 'x'::evil_domain::text $$`],
  [
    'a domain in a column',
    `() returns table (d evil_domain) language sql as $$ select 'x'::text $$`,
    'select d from f()',
  ],
  ['a row in a text', `() returns text language sql as $$ select '(x)'::evil_row::text $$`],
  ['the row of a table', `() returns int language sql as $$ select ('(1,2,x)'::p).id $$`],
  ['an own aggregate', `() returns text language sql as $$ select evil_sum(x) from unnest(array['a', 'b']) as x $$`],
  ['a relation by its name', `() returns text language sql as $$ select 'p'::regclass::text $$`],
  ['a relation as argument', `(regclass) returns text language sql as $$ select $1::text $$`, `select f('p')`],
  [
    'a table within WITH',
    `() returns int language sql as $$ with p as (select evil(id) as n from p) select n from p $$`,
  ],
  ['a call within WITH', `(int) returns int language sql as $$ with x as (select evil($1) as n) select n from x $$`],
  [
    'a recursive query, whose rounds are not known',
    `(text) returns text language sql as $$ with recursive x(v, n) as (select $1, 1 union all select v || v, n * 2 from x where n < 9) select max(v) from x $$`,
    'select f(name) from p',
  ],
  [
    'an argument that doubles again and again',
    `(text) returns text language sql as $$ with ${['$1', ...Array.from({ length: 9 }, (_, at) => `v from x${at}`)]
      .map((one, at) => [one.split(' ')[0], one.replace(/^\S+/, ''), at])
      .map(
        ([value, from, at]) => `x${at} as (select ${Array.from({ length: 4 }, () => value).join(' || ')} as v${from})`,
      )
      .join(', ')} select v from x9 $$`,
    'select f(name) from p',
  ],
  [
    'a text of any size',
    `(int) returns text language sql as $$ select repeat('x', $1) $$`,
    `select string_agg(f(100000000), '') from p`,
  ],
];

export const HARMLESS: readonly (readonly [made: string, select: string, value: unknown])[] = [
  [
    '(numeric) returns numeric language sql immutable as $$ select round($1 / 1.22, 2) $$',
    'select f(gross) from p',
    '100.00',
  ],
  ['(gross numeric) returns numeric language sql return round(gross / 1.22, 2)', 'select f(gross) from p', '100.00'],
  [
    '(a int, b int default 2 * 3) returns int language sql strict begin atomic select a * b; end',
    'select f(id) from p',
    6,
  ],
  [
    "(numeric) returns text language sql stable parallel safe cost 7 as $$ select to_char($1, 'FM990.0'); $$",
    'select f(gross) from p',
    '122.0',
  ],
  ['(int) returns int language sql as $$ select deep5($1) $$', 'select f(id) from p', 1],
  ['(int) returns int language sql leakproof as $$ select DEEP5($1) $$', 'select f(id) from p', 1],
  ['(int) returns int language sql as $$ with x as (select $1 * 2 as n) select n from x $$', 'select f(id) from p', 2],
  [
    '(text[]) returns setof text language sql as $$ select upper(x) from unnest($1) as x $$',
    "select f(array['a']) as u from p",
    'A',
  ],
  [
    "(int) returns table (n int, m text) language sql as $$ select n, lpad(n::text, 3, '0') from generate_series($1, 9) as g(n) $$",
    'select t.m from p, f(p.id) as t',
    '001',
  ],
  [
    '(variadic int[]) returns bigint language sql as $$ select sum(x) from unnest($1) as x $$',
    'select f(id, 2, 3) from p',
    '6',
  ],
];
