import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guardSql, type GuardOptions, type GuardOutcome } from '@assay/sql';
import { trapsInPostgres, type TrapsInPostgres } from '../conformance/traps-in-postgres.js';

const never = (): AbortSignal => new AbortController().signal;

const shoutingCast = (from: string, to: string, result: string, context = ''): string[] => [
  `create function ${from}_${to}(${from}) returns ${to} language plpgsql immutable as
     $$ begin raise notice 'ran: ${from}_${to}'; return ${result}; end $$`,
  `create cast (${from} as ${to}) with function ${from}_${to}(${from}) ${context}`,
];

const DATABASE = [
  "create type mood as enum ('sad', 'ok')",
  "create type switch as enum ('on')",
  'create type pair as (a int, b int)',
  'create domain moody as mood',
  'create table people (id int, m mood, ms mood[], p pair, s switch, name text)',
  "insert into people values (1, 'ok', '{ok}', row(1, 2), 'on', 'ann')",
  ...shoutingCast('mood', 'json', "'1'"),
  ...shoutingCast('mood', 'text', "'x'"),
  ...shoutingCast('pair', 'text', "'x'"),
  ...shoutingCast('switch', 'bool', 'true', 'as assignment'),
  ...shoutingCast('switch', 'int4', '1', 'as assignment'),
  ...shoutingCast('switch', 'int8', '1', 'as assignment'),
  ...shoutingCast('switch', 'float4', '1', 'as assignment'),
  ...shoutingCast('switch', 'jsonb', "'1'"),
  ...shoutingCast('switch', 'text', "'<a/>'", 'as assignment'),
  "create function own_mood() returns mood language sql stable as $$ select 'ok'::mood $$",
];

const CASTING = [
  ...['to_json(m)', 'to_jsonb(m)', 'json_agg(m)', 'jsonb_agg(m)', 'row_to_json(people)', 'array_to_json(ms)'],
  ...['json_build_array(m)', "jsonb_build_object('a', m)", 'json_object_agg(id, m)', 'to_json(row(m))'],
  ...['json_array(m)', "json_object('a': m)", 'json_arrayagg(m)', 'json_objectagg(id: m)', 'json_scalar(m)'],
  ...["m || 'x'", "p || 'x'", "any_value(m) || ''", 'quote_literal(m)', 'quote_nullable(p)', "textanycat('x', m)"],
  ...['not s', 's and true', 'case when s then 1 end', 's is true', 'count(*) filter (where s)'],
  ...['(array[1, 2])[s]', '(array[1, 2])[1:s]', "json_value(s, '$')", 'xmlparse(document s)', 'xmlpi(name a, s)'],
].map((value) => `select ${value} from people`);
const CASTING_CLAUSES = [
  "select to_json('ok'::moody)",
  'select to_json(q.x) from (select m as x from people) q',
  'select json_agg(u) from people, unnest(ms) u',
  'select 1 from people where s',
  'select 1 from people where s union select 2 from people where s',
  'select 1 from people a join people b on a.s',
  'select 1 from people having any_value(s)',
  'select 1 offset (select s from people)',
  'select 1 from people limit (select s from people)',
  'select count(*) over (order by id rows (select s from people) preceding) from people',
  'select * from people tablesample bernoulli ((select s from people))',
  "select x.* from people, xmltable(s passing '<a/>' columns a int path '.') x",
  "select x.* from people, json_table(s, '$' columns (a int path '$')) x",
];

describe('casts that a statement runs without naming a type', () => {
  let admin: TrapsInPostgres['admin'];
  let database: TrapsInPostgres['database'];
  let notices: string[];
  let stop: TrapsInPostgres['stop'];

  beforeAll(async () => {
    ({ admin, database, notices, stop } = await trapsInPostgres(DATABASE));
  });
  afterAll(() => stop());

  const judge = async (sql: string, options: GuardOptions = {}): Promise<GuardOutcome> =>
    guardSql(sql, 'postgres', { ...options, catalog: await database.catalog(never()) });
  const runsCast = async (sql: string): Promise<boolean> => {
    notices.length = 0;
    await admin.query(sql).catch(() => undefined);
    return notices.some((notice) => notice.startsWith('ran: '));
  };

  it.each([...CASTING, ...CASTING_CLAUSES])('refuses %s', async (sql) => {
    expect(await runsCast(sql)).toBe(true);
    expect({ sql, ...(await judge(sql)) }).toMatchObject({ sql, allowed: false, rule: 'function' });
  });

  it.each(["select own_mood() || 'x'", 'select own_mood()::json'])(
    'refuses %s, although the function is allowed',
    async (sql) => {
      expect(await runsCast(sql)).toBe(true);
      expect(await judge(sql, { allowFunctions: ['own_mood'] })).toMatchObject({ allowed: false });
      const allowFunctions = ['own_mood', 'cast(mood as text)', 'cast(mood as json)'];
      expect(await judge(sql, { allowFunctions })).toMatchObject({ allowed: true });
    },
  );

  it.each([
    "select m from people where m = 'ok' limit 3",
    'select concat(m), format($$%s$$, m), m::varchar from people',
    "select to_json(name), json_agg(id), name || 'x' from people group by name",
    'select * from people where id = 1 and not name is null',
  ])('allows %s', async (sql) => {
    expect(await judge(sql)).toMatchObject({ allowed: true });
    expect(await runsCast(sql)).toBe(false);
  });
});
