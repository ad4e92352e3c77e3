import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guardSql, type DatabaseCatalog, type GuardOptions, type GuardOutcome } from '@assay/sql';
import { findInstalledPostgres, startInstalledPostgres } from '@assay/testing';
import { trapsInPostgres, type TrapsInPostgres } from '../conformance/traps-in-postgres.js';

const never = (): AbortSignal => new AbortController().signal;

/** Not callable without quotes on PostgreSQL 15. */
const NEVER_CALLED_ON_15 =
  `all analyse analyze and any array as asc asymmetric between bigint bit boolean both case cast
  char character check coalesce collate column constraint create current_catalog current_date current_role current_time
  current_timestamp current_user dec decimal default deferrable desc distinct do else end except exists extract false
  fetch float for foreign from grant greatest group grouping having in initially inout int integer intersect interval
  into lateral leading least limit localtime localtimestamp national nchar none normalize not null nullif numeric offset
  on only or order out overlay placing position precision primary real references returning row select session_user setof
  smallint some substring symmetric table then time timestamp to trailing treat trim true union unique user using values
  varchar variadic when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse
  xmlpi xmlroot xmlserialize xmltable`.split(/\s+/);

const OWN =
  `json(text, text) json(text) json_array(text, text) json_array() json_arrayagg(text) json_exists(text, text)
  json_object(text, text) json_object() json_objectagg(text, text) json_query(text, text) json_scalar(text)
  json_serialize(text) json_table(text) json_value(text, text) merge_action()`.match(/\w+\(.*?\)/g) ?? [];

const SYNTAX = [
  "select json_value(name, '$.x') from t",
  "select json_query(name, '$.x') from t",
  "select json_exists(name, '$.x') from t",
  'select json_scalar(name) from t',
  'select json_serialize(name) from t',
  'select json_array(name, name) from t',
  'select json_array() from t',
  'select json_object() from t',
  "select json_object('{a}', '{b}') from t",
  'select json_arrayagg(name) from t',
  "select json('1'::text) from t",
  "select 1 from t where json_value(name, '$') = 'x'",
  "select 1 from t having count(json_scalar('x'::text)) = 1",
  "select 1 from t order by json_query(name, '$')",
  "with q as (select json_value(name, '$') as a from t) select a from q",
  'select x.* from t, lateral (select json_scalar(name)) x',
];
/** Calls on older servers only. */
const CALLS_ONLY = [
  'select json(name, name) from t',
  'select json_objectagg(name, name) from t',
  'select merge_action() from t',
];

const OWN_FUNCTIONS = OWN.map(
  (signature) =>
    `create function ${signature} returns text language plpgsql as
       $$ begin raise notice 'ran: ${signature}'; return 'x'; end $$`,
);
const DATABASE = ['create table t (name text)', "insert into t values ('ann')"];

const catalogWith = (name: string): DatabaseCatalog => ({
  version: null,
  columnStamps: new Map(),
  relations: [],
  functions: [{ schema: 'public', name, fewest: 0, most: 3, outNames: [], returns: 25, extension: null }],
  operators: [],
  casts: [],
  types: [],
  orderings: [],
  builtInNames: new Set(),
});

describe('keywords of newer grammars', () => {
  let embedded: TrapsInPostgres;

  beforeAll(async () => {
    embedded = await trapsInPostgres(DATABASE);
  });
  afterAll(() => embedded.stop());

  it('are calls to the guard wherever they can be written as calls, unless PostgreSQL 15 has them', async () => {
    const { rows } = await embedded.admin.query<{ word: string }>('select word from pg_get_keywords()');
    const words = rows.map(({ word }) => word).filter((word) => !NEVER_CALLED_ON_15.includes(word));
    const arguments_ = ['', 'a', 'a, a', 'a, a, a'];
    const forms = arguments_.flatMap((list) => [`select %(${list}) from t`, `select * from t, %(${list})`]);
    const refused = new Set<string>();
    for (const word of words) {
      for (const sql of forms.map((form) => form.replace('%', word))) {
        const outcome = await guardSql(sql, 'postgres', { catalog: catalogWith(word) });
        expect({ sql, ...outcome }).toMatchObject({ sql, allowed: false });
        if (!outcome.allowed && outcome.rule === 'function') refused.add(word);
      }
    }
    expect(refused.size).toBeGreaterThan(300);
  });

  it.each(SYNTAX)('are syntax where the database has no function of that name: %s', async (sql) => {
    const catalog = await embedded.database.catalog(never());
    expect({ sql, ...(await guardSql(sql, 'postgres', { catalog })) }).toMatchObject({ sql, allowed: true });
    await expect(embedded.admin.query(sql.replace('from t', "from (select '{}' as name) t"))).resolves.toBeDefined();
  });
});

const programs = findInstalledPostgres([]);
const isOlder = programs?.includes('/15/') === true;

describe(isOlder ? 'on PostgreSQL 15' : 'on PostgreSQL 15 (skipped: not installed)', () => {
  if (programs === null || !isOlder) {
    it.skip('they are calls', () => undefined);
    return;
  }
  let old: TrapsInPostgres;

  beforeAll(async () => {
    const server = await startInstalledPostgres(programs);
    const owned = { createDatabase: () => Promise.resolve(server.url), stop: () => server.stop() };
    old = await trapsInPostgres([...DATABASE, ...OWN_FUNCTIONS], owned);
  });
  afterAll(() => old.stop());

  const judge = async (sql: string, options: GuardOptions = {}): Promise<GuardOutcome> =>
    guardSql(sql, 'postgres', { ...options, catalog: await old.database.catalog(never()) });

  it('has the keywords that this test compares with', async () => {
    const { rows } = await old.admin.query<{ word: string }>(
      "select word from pg_get_keywords() where catcode in ('C', 'R')",
    );
    expect(rows.map(({ word }) => word).toSorted()).toEqual(NEVER_CALLED_ON_15.toSorted());
  });

  it.each([...SYNTAX, ...CALLS_ONLY])('runs a function of the database by %s, which is refused', async (sql) => {
    old.notices.length = 0;
    await old.admin.query(sql);
    expect(old.notices[0]).toMatch(/^ran: /);
    expect({ sql, ...(await judge(sql)) }).toMatchObject({ sql, allowed: false });
  });

  it.each(SYNTAX)('is allowed where the workspace names the function: %s', async (sql) => {
    const allowFunctions = OWN.map((signature) => signature.slice(0, signature.indexOf('(')));
    expect({ sql, ...(await judge(sql, { allowFunctions })) }).toMatchObject({ sql, allowed: true });
  });
});
