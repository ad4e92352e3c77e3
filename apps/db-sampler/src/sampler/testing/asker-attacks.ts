export const READER = `asker_reader_${process.pid}`;
export const NORTH = `asker_north_${process.pid}`;
export const OWNER = `asker_owner_${process.pid}`;
export const BYPASS = `asker_bypass_${process.pid}`;
export const WRITER = `asker_writer_${process.pid}`;
export const SUPER = `asker_super_${process.pid}`;
/** Member of all of these, in ways that do not inherit. */
export const TAKER = `asker_taker_${process.pid}`;
/** Reads past the policies: shows that an attack would succeed. */
export const CONTROL = `asker_control_${process.pid}`;

/** Reads rows of another person and reports them in an error; the session looks unchanged afterwards. */
const EVIL = (name: string, parameters: string, result: string): string => `
  create function ${name}(${parameters}) returns ${result} immutable language plpgsql as $$
    declare
      person text := current_setting('assay.subject', true);
      teams text := current_setting('assay.groups', true);
      found text;
    begin
      if session_user not in ('${READER}', '${CONTROL}') then return $1; end if;
      perform set_config('assay.subject', 'p1', true), set_config('assay.groups', '["team-p1"]', true);
      select note into found from notes where subject = 'p1' limit 1;
      perform set_config('assay.subject', person, true), set_config('assay.groups', teams, true);
      raise exception 'read %', found;
    end $$`;

const PLANNED = [
  EVIL('planned', 'text', 'text'),
  EVIL('measured', 'float8, float8', 'float8'),
  EVIL('ordered', 'text, text', 'int').replace('return $1;', 'return bttextcmp($1, $2);'),
  'create operator &&& (rightarg = text, procedure = planned)',
  'create table by_index (id int, note text)',
  `create index on by_index ((note || planned('')))`,
  'create table by_predicate (id int)',
  `create index on by_predicate (id) where &&& 'x' = 'x'`,
  'create table by_parent (id int)',
  `create table by_child (check (planned('') = '')) inherits (by_parent)`,
  'create table by_statistics (id int, note text)',
  `create statistics on (note || planned('')), id from by_statistics`,
  `create table by_key (id int, note text) partition by list ((note || planned('')))`,
  'create table by_key_part partition of by_key default',
  'create table by_class (note text)',
  `insert into by_class select 'note ' || n from generate_series(1, 5000) n`,
  `create operator class ordered_ops for type text using btree as
     operator 1 <, operator 2 <=, operator 3 =, operator 4 >=, operator 5 >, function 1 ordered(text, text)`,
  'create index on by_class (note ordered_ops)',
  'create type distance as range (subtype = float8, subtype_diff = measured)',
  'create table by_range (span distance)',
  'insert into by_range select distance(n, n + 1) from generate_series(1, 200) n',
  "create table unplanned (id int, note text default planned('')," +
    ` stored text generated always as (planned('')) stored)`,
  'insert into unplanned values (1)',
];

/** SELECTs from tables whose planning runs own functions. */
export const PLANS: [table: string, sql: string][] = [
  ...['by_index', 'by_predicate', 'by_parent', 'by_statistics', 'by_key', 'by_key_part'].map(
    (table): [string, string] => [table, `select id from ${table} where id = 1`],
  ),
  ['by_class', "select * from by_class where note = 'note 7'"],
  ['by_range', "select count(*) from by_range where span && '[3,5)'"],
];

export const FIXTURE = [
  ...[READER, NORTH, OWNER, BYPASS, WRITER, CONTROL, TAKER, SUPER].map((role) => `drop role if exists ${role}`),
  `create role ${READER} login password 'reads' noinherit`,
  `create role ${TAKER} login password 'reads' noinherit`,
  `create role ${CONTROL} login password 'reads' bypassrls`,
  `alter role ${CONTROL} set constraint_exclusion = on`,
  `create role ${NORTH}`,
  `create role ${OWNER}`,
  `create role ${BYPASS} bypassrls`,
  `create role ${WRITER}`,
  `create role ${SUPER} superuser`,
  'create table notes (id int primary key, subject text, note text, amount int)',
  `insert into notes select n, 'p' || n % 8, 'canary-p' || n % 8, n % 8 from generate_series(1, 400) as g(n)`,
  'alter table notes enable row level security',
  `create policy own on notes using (
     subject = current_setting('assay.subject', true)
     and coalesce(nullif(current_setting('assay.groups', true), '')::jsonb ? ('team-' || subject), false)
     or current_user = '${NORTH}' and subject = 'p1')`,
  'create view past as select * from notes',
  'create view barrier with (security_barrier) as select * from notes',
  'create view own_notes with (security_invoker) as select * from notes',
  'create view above with (security_invoker) as select * from past',
  'create materialized view stored as select * from notes',
  `create function become(who text) returns text language sql as $$ select set_config('assay.subject', who, false) $$`,
  `create function everything() returns setof notes language sql security definer as $$ select * from notes $$`,
  `create function back() returns text language plpgsql as $$ begin reset role; return current_user; end $$`,
  `create function unsettled() returns text language plpgsql as $$ begin set role none; return current_user; end $$`,
  `create function through(who text) returns text language sql as $$ select become(who) $$`,
  `create function becomes(state text, who text) returns text language sql as $$ select become(who) $$`,
  `create aggregate gathers(text) (sfunc = becomes, stype = text)`,
  `create procedure strays(who text) language sql as $$ select become(who) $$`,
  `create function detours(who text) returns text language plpgsql as $$ begin call strays(who); return who; end $$`,
  `create function escaped(who text) returns text language sql as
     $$ select U&"set\\005fconfig"('assay.subject', who, false) $$`,
  `create function commented() returns text language plpgsql as
     $$ begin set/* the */role none; return current_user; end $$`,
  `create function default_session() returns text language plpgsql as
     $$ begin set local session authorization default; return current_user; end $$`,
  `create function spaced() returns text language plpgsql as
     $$ begin set local assay . subject to 'p1'; return current_user; end $$`,
  `create function behind_text() returns text language plpgsql as
     $$ declare x text := '--'; begin set/* */role none; return current_user; end $$`,
  `create function backend_activity() returns setof text language sql as
     $$ select pg_stat_get_backend_activity(n) from generate_series(1, 3) n $$`,
  `create function brief(text) returns text language sql immutable as 'select left($1, 3)'`,
  'create view briefly with (security_invoker) as select brief(note) as note from notes',
  "create view becoming with (security_invoker) as select become('p1'), note from notes",
  `create function ruled() returns text language sql as
     $$ -- the result set\n${'-'.repeat(80)}\n select 'harmless' $$`,
  `create operator ## (leftarg = text, rightarg = text, procedure = becomes)`,
  `create function hidden(who text) returns text language sql as $$ select 'by an operator' ## who $$`,
  'create type mark as (who text)',
  `create function marked(who text) returns mark language sql as $$ select row(become(who))::mark $$`,
  'create cast (text as mark) with function marked(text)',
  `create function casting(who text) returns text language sql as $$ select (who::mark).who $$`,
  'create domain checked as text check (become(value) is not null)',
  `create function checking(who text) returns text language sql as $$ select who::checked::text $$`,
  `create function mine(text, text, boolean) returns text language internal as 'set_config_by_name'`,
  `create function peeks() returns setof notes language sql as $$ select * from past $$`,
  `create function peeks_above() returns setof notes language sql as $$ select * from above $$`,
  `create function keeps() returns setof notes language sql as $$ select * from "stored" $$`,
  `create function watches() returns setof text language sql as $$ select query from pg_stat_activity $$`,
  'create table drifts (id int)',
  'insert into drifts values (1)',
  'alter table drifts enable row level security',
  `create policy drift on drifts to ${READER} using (become('p1') is not null)`,
  `create policy drift_back on drifts to ${NORTH} using (set_config('role', 'none', true) is not null)`,
  ...PLANNED,
  `create function leaks(note text) returns boolean cost 0.0001 language plpgsql as
     $$ begin if note <> 'canary-p0' then raise exception '%', note; end if; return true; end $$`,
  `create procedure go() language sql as $$ select 1 $$`,
  `create view sneaky with (security_invoker) as
     select n.* from (select set_config('assay.subject', 'p1', true) offset 0) s, notes n`,
  `create view unnoticed with (security_invoker) as select back(), n.* from notes n`,
  'create extension tablefunc',
  'create statistics of_notes (mcv) on subject, note from notes',
  'create table theirs (id int)',
  `create table parted (subject text, note text) partition by list (subject)`,
  'create view of_north as select * from notes',
  `grant insert on notes to ${WRITER}`,
  `grant ${NORTH} to ${READER}`,
  `grant ${NORTH}, ${OWNER}, ${BYPASS}, ${WRITER} to ${TAKER}`,
  `alter table theirs owner to ${OWNER}`,
  `grant select on notes, sneaky, unnoticed, past, barrier, own_notes, briefly, becoming, above, stored, parted, drifts, unplanned
     to ${READER}, ${NORTH}, ${OWNER}, ${BYPASS}, ${CONTROL}, ${TAKER}`,
  `grant select on ${PLANS.map(([table]) => table).join()} to ${READER}, ${CONTROL}`,
  `grant select on of_north to ${NORTH}`,
  'analyze',
];

const FUNCTION = /^The function \w+ is not among the safe functions/;
const NOT_A_READ = /^Only one reading statement is allowed/;
const OWNER_RIGHTS = /the view reads with the rights of its owner/;
const SYSTEM = /is a system catalog, which is not allowed here/;
const OTHERS = /canary-p[1-7]/;

/** SQL, its refusal or rows as the asker, and what the control role sees; null if the guard refuses it to everyone. */
export const ATTACKS: [sql: string, expected: RegExp | unknown[][], control: RegExp | null][] = [
  ["select set_config('assay.subject', 'p1', false), * from notes", FUNCTION, null],
  ["select n.* from (select set_config('assay.subject', 'p1', true) offset 0) s, notes n", FUNCTION, null],
  ["select become('p1'), n.* from notes n", FUNCTION, OTHERS],
  ['select * from everything()', FUNCTION, OTHERS],
  ['select * from past', OWNER_RIGHTS, OTHERS],
  ['select * from barrier', OWNER_RIGHTS, OTHERS],
  ['select * from above', OWNER_RIGHTS, OTHERS],
  ['select * from stored', /a materialized view keeps the rows of its owner/, OTHERS],
  ['reset role', NOT_A_READ, null],
  ["set assay.subject = 'p1'", NOT_A_READ, null],
  ['set role none', NOT_A_READ, null],
  ["do $$ begin perform set_config('assay.subject', 'p1', false); end $$", NOT_A_READ, null],
  ['select * from notes; reset all; select * from notes', /^Write one statement/, null],
  ['set row_security = off', NOT_A_READ, null],
  ['set session authorization default', NOT_A_READ, null],
  ['discard all', NOT_A_READ, null],
  ['rollback', NOT_A_READ, null],
  ['fetch all from assay_page', NOT_A_READ, null],
  ['prepare x as select * from notes', NOT_A_READ, null],
  ['execute assay_identity', NOT_A_READ, null],
  ["select most_common_vals::text from pg_stats where tablename = 'notes'", SYSTEM, OTHERS],
  ["select most_common_vals::text from pg_catalog.pg_stats where tablename = 'notes'", SYSTEM, OTHERS],
  ['select query from pg_stat_activity', SYSTEM, /insufficient privilege/],
  ['select statement from pg_prepared_statements', SYSTEM, /set_config/],
  [
    "select current_setting('assay.subject')",
    /^The function current_setting reads the system catalogs/,
    /unrecognized|''/,
  ],
  ['select * from sneaky', /set_config is not among the safe functions/, null],
  ['select * from unnoticed', /back is not among the safe functions/, OTHERS],
  ['select back(), n.* from notes n', FUNCTION, OTHERS],
  ["select * from crosstab('select 1, 1, note from notes') as t (a int, b text)", FUNCTION, null],
  ["select * from ts_stat('select to_tsvector(note) from notes')", FUNCTION, null],
  ["select ts_rewrite('a'::tsquery, 'select ''a''::tsquery, ''b''::tsquery')", FUNCTION, null],
  ['call go()', NOT_A_READ, null],
  ['copy (select * from notes) to stdout', NOT_A_READ, null],
  ['explain (analyze) select * from notes', NOT_A_READ, null],
  ['select most_common_vals::text from pg_stats_ext', SYSTEM, /most_common_vals/],
  ['select stavalues1::text from pg_statistic', SYSTEM, /denied/],
  ["select reltuples from pg_class where relname = 'notes'", SYSTEM, /400/],
  ["select pg_table_size('notes')", /^The function pg_table_size reads the system catalogs/, /'\d{4,}'/],
  ["select pg_notify('other', note) from notes", FUNCTION, null],
  ['select count(*) from notes tablesample system (100)', [['50']], /400/],
  ['explain select * from notes', NOT_A_READ, null],
  ["select query_to_xml('select * from notes', true, true, '')", FUNCTION, null],
  ["select count(*) from notes where note = 'canary-p1' and 1 / (amount - 1) > 0", [['0']], /division by zero/],
  ["select note::int from notes where subject <> 'p0'", [], OTHERS],
  ["select count(*) from notes where subject <> 'p0' and (note || id)::int > 0", [['0']], OTHERS],
  ["select * from notes where subject = 'p1' or note like '%p1'", [], OTHERS],
];
