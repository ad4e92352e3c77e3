import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DatabaseSchema, StatementError, StatementLimits } from '@assay/contracts';
import { guardSql } from '@assay/sql';
import { openTargetDatabase, resolveTarget, StatementFailedError, type TargetDatabase } from '@assay/target-database';
import { describeWith } from '@assay/testing';
import { withheldError } from '../apps/generator/src/withheld/withheld-error.js';
import type { EngineUnderTest, RunningEngine } from '../libs/target-database/src/conformance/engine.js';
import { duckdbEngine } from '../libs/target-database/src/conformance/duckdb-engine.js';
import { mariadbEngine } from '../libs/target-database/src/conformance/mariadb-engine.js';
import { postgresEngine } from '../libs/target-database/src/conformance/postgres-engine.js';
import { sqliteEngine } from '../libs/target-database/src/conformance/sqlite-engine.js';

const LIMITS: StatementLimits = { statementTimeoutMs: 60_000, maxRows: 100, maxBytes: 1_000_000 };

/** Unique cells, quoted differently by errors; one name equals a column. */
const CELLS = ['ROWCANARY-alpha', 'ROWCANARY beta', '770012', '12:ROWCANARY', '{"ROWCANARY": ', 'ROWCANARY\'s "x" `y`'];
/** Cells, their bytes, and truncated forms. */
const CANARY = /ROWC|CANAR|770012|0x52|524f5743|52 0x4f/i;

const FIXTURE = [
  'create table priv (id integer primary key, v varchar(60))',
  ...CELLS.map((cell, index) => `insert into priv values (${index + 1}, '${cell.replaceAll("'", "''")}')`),
];

const POSTGRES = [
  // whole cells in XML errors, bytes in encoding errors
  "SELECT ('<a>' || (SELECT string_agg(v, ' ') FROM priv))::xml AS n",
  'SELECT xmlparse(document v) FROM priv',
  "SELECT xpath('/a', ('<a>' || v)::xml) FROM priv",
  "SELECT ('<' || v || '>')::xml FROM priv",
  "SELECT convert_from('\\xe5'::bytea || substr(v::bytea, 1, 2), 'UTF8') FROM priv",
  "SELECT xmlparse(content '<a>' || v || '</b>') FROM priv",
  "SELECT xpath('//[' || v, '<a/>'::xml) FROM priv",
  "SELECT convert_from('\\xff'::bytea || v::bytea, 'UTF8') FROM priv",
  'SELECT v::integer FROM priv',
  'SELECT v::numeric FROM priv',
  'SELECT v::float8 FROM priv',
  'SELECT v::boolean FROM priv',
  'SELECT v::date FROM priv',
  'SELECT v::timestamp FROM priv',
  'SELECT v::interval FROM priv',
  'SELECT v::uuid FROM priv',
  'SELECT v::json FROM priv',
  'SELECT v::jsonb FROM priv',
  'SELECT v::jsonpath FROM priv',
  'SELECT v::inet FROM priv',
  'SELECT v::macaddr FROM priv',
  'SELECT v::integer[] FROM priv',
  'SELECT v::int4range FROM priv',
  'SELECT v::point FROM priv',
  'SELECT v::polygon FROM priv',
  'SELECT v::bit(3) FROM priv',
  "SELECT (v || ' (')::tsquery FROM priv",
  "SELECT (v || '''')::tsvector FROM priv",
  'SELECT v::money FROM priv',
  'SELECT v::time FROM priv',
  "SELECT to_date(v, 'YYYY-MM-DD') FROM priv",
  "SELECT to_number(v, '999') FROM priv",
  "SELECT to_timestamp(v, 'YYYY') FROM priv",
  'SELECT now() AT TIME ZONE v FROM priv',
  "SELECT 'x' ~ ('[' || v) FROM priv",
  "SELECT regexp_replace(v, '(' || v, '') FROM priv",
  'SELECT v::integer::smallint FROM priv WHERE id = 3',
  "SELECT decode(v, 'hex') FROM priv",
  "SELECT decode(v, 'base64') FROM priv",
  "SELECT decode('00', v) FROM priv",
  'SELECT date_trunc(v, now()) FROM priv',
  'SELECT extract(year FROM v::date) FROM priv',
  'SELECT (v::integer) / 0 FROM priv WHERE id = 3',
  "SELECT '2020-01-01'::date + v::interval FROM priv",
  "SELECT jsonb_path_query('{}'::jsonb, ('$.' || v || '[')::jsonpath) FROM priv",
  "SELECT jsonb_set('[1]'::jsonb, array[v], '1') FROM priv",
  "SELECT '[1]'::jsonb #- array[v] FROM priv",
  "SELECT format(v || '%') FROM priv",
  'SELECT overlay(v placing v from -1) FROM priv',
  'SELECT chr(v::integer * 10) FROM priv WHERE id = 3',
  'SELECT encode(v::bytea, v) FROM priv',
  'SELECT convert_to(v, v) FROM priv',
  'SELECT v COLLATE "C" ~ \'*\' || v FROM priv',
  'SELECT array_fill(1, array[v::integer * 100000]) FROM priv WHERE id = 3',
  'SELECT like_escape(v, v) FROM priv',
  "SELECT v LIKE 'x' ESCAPE v FROM priv",
  'SELECT make_date(v::integer, 13, 1) FROM priv WHERE id = 3',
  'SELECT repeat(v, 100000000) FROM priv',
];

const MARIADB = [
  "SELECT extractvalue(1, concat('~', (SELECT v FROM priv WHERE id = 1)))",
  "SELECT updatexml(1, concat('~', (SELECT v FROM priv WHERE id = 3)), 1)",
  'SELECT count(*), concat((SELECT v FROM priv WHERE id = 1), floor(rand(0) * 2)) AS x FROM orders GROUP BY x',
  'SELECT json_extract(v, v) FROM priv',
  "SELECT json_value('{}', v) FROM priv",
  "SELECT v REGEXP concat('[', v) FROM priv",
  "SELECT regexp_replace(v, concat('(', v), '') FROM priv",
  'SELECT cast(v AS signed) * 9223372036854775807 FROM priv WHERE id = 3',
  'SELECT v + 9223372036854775807 + 9223372036854775807 FROM priv WHERE id = 3',
  'SELECT exp(v) FROM priv WHERE id = 3',
  'SELECT (SELECT v FROM priv) FROM priv',
  'SELECT st_geomfromtext(v) FROM priv',
  'SELECT st_geomfromwkb(v) FROM priv',
  "SELECT extractvalue('<a/>', v) FROM priv",
  "SELECT updatexml('<a/>', concat('//[', v), v) FROM priv",
  "SELECT json_table.x FROM priv, json_table(v, '$[*]' columns (x int path '$' error on error)) AS json_table",
  'SELECT convert(v USING utf8mb4) COLLATE latin1_bin FROM priv',
  'SELECT -cast(v AS unsigned) - 1 FROM priv WHERE id = 3',
  "SELECT v FROM priv GROUP BY v HAVING v + 'x' > (SELECT v FROM priv)",
];

const SQLITE = [
  "SELECT json_extract('{}', v) FROM priv",
  "SELECT json_extract(v, '$.a') FROM priv",
  "SELECT json_set('{}', v, 1) FROM priv",
  "SELECT v ->> ('$[' || v) FROM priv",
  'SELECT json(v) FROM priv',
  'SELECT value FROM priv, json_each(v)',
  "SELECT value FROM priv, json_each('{}', v)",
  'SELECT abs(-9223372036854775807 - v) FROM priv WHERE id = 1',
  "SELECT v LIKE 'x' ESCAPE v FROM priv",
  'SELECT json_patch(v, v) FROM priv',
];

const DUCKDB = [
  'SELECT v::integer FROM priv',
  'SELECT v::double FROM priv',
  'SELECT v::decimal(9, 2) FROM priv',
  'SELECT v::boolean FROM priv',
  'SELECT v::date FROM priv',
  'SELECT v::timestamp FROM priv',
  'SELECT v::time FROM priv',
  'SELECT v::interval FROM priv',
  'SELECT v::uuid FROM priv',
  'SELECT v::json FROM priv',
  'SELECT v::blob FROM priv',
  'SELECT v::integer[] FROM priv',
  'SELECT v::bit FROM priv',
  "SELECT v::enum('a', 'b') FROM priv",
  'SELECT v::struct(a integer) FROM priv',
  'SELECT v::map(integer, integer) FROM priv',
  'SELECT v::bigint::tinyint FROM priv WHERE id = 3',
  'SELECT v::bigint * 9223372036854775807 FROM priv WHERE id = 3',
  'SELECT exp(v::double) FROM priv WHERE id = 3',
  'SELECT chr(v::integer * 10) FROM priv WHERE id = 3',
  'SELECT ln(-(v::double)) FROM priv WHERE id = 3',
  "SELECT strptime(v, '%Y-%m-%d') FROM priv",
  "SELECT strptime('2024', v) FROM priv",
  "SELECT strftime(DATE '2024-01-01', v || '%') FROM priv",
  'SELECT date_trunc(v, current_date) FROM priv',
  "SELECT date_part(v, DATE '2024-01-01') FROM priv",
  "SELECT date_diff(v, DATE '2024-01-01', DATE '2024-02-01') FROM priv",
  "SELECT regexp_matches('x', '[' || v) FROM priv",
  "SELECT regexp_replace(v, '(' || v, '') FROM priv",
  "SELECT regexp_extract(v, '(' || v, 1) FROM priv",
  "SELECT json_extract('{}', '$[' || v) FROM priv",
  "SELECT json_extract(v, '$.a') FROM priv",
  'SELECT json_array_length(v) FROM priv',
  'SELECT unhex(v) FROM priv',
  'SELECT from_base64(v) FROM priv',
  "SELECT format(v || '{:d}', v) FROM priv",
  "SELECT printf(v || '%d', v) FROM priv",
  "SELECT v LIKE 'x' ESCAPE v FROM priv",
  'SELECT make_date(v::integer, 13, 1) FROM priv WHERE id = 3',
  "SELECT timezone(v, TIMESTAMP '2024-01-01 00:00:00') FROM priv",
  'SELECT (SELECT v FROM priv) FROM priv',
  "SELECT error('told: ' || v) FROM priv",
  'SELECT bar(v::double, 0, 1, 99999999) FROM priv WHERE id = 3',
  'SELECT list_aggregate([1], v) FROM priv',
  "SELECT struct_extract({'a': 1}, v) FROM priv",
  'SELECT repeat(v, 100000000) FROM priv',
];

/** Must stay visible: the model's and the schema's words. */
const NAMES: Record<string, [sql: string, reported: RegExp][]> = {
  postgres: [
    ['SELECT custmer_name FROM priv', /column "custmer_name" does not exist/],
    ['SELECT p.vv FROM priv p', /column p\.vv does not exist/],
    ['SELECT nam FROM customers', /nam/],
    ['SELECT * FROM privv', /relation "privv" does not exist/],
    ['SELECT x.v FROM priv', /missing FROM-clause entry for table "x"/],
    ['SELECT v, count(*) FROM priv', /priv\.v" must appear in the GROUP BY clause/],
    ['SELECT v + 1 FROM priv', /operator does not exist: character varying \+ integer/],
    ['SELECT name FROM customers c JOIN customers d ON true', /column reference "name" is ambiguous/],
    ['SELECT sum(v) FROM priv', /function sum\(character varying\) does not exist/],
  ],
  mariadb: [
    ['SELECT vv FROM priv', /Unknown column 'vv' in/],
    ['SELECT * FROM privv', /Table 'assay_conformance\.privv' doesn't exist/],
    ['SELECT name FROM customers c JOIN customers d ON true', /Column 'name' in .* is ambiguous/],
  ],
  sqlite: [
    ['SELECT vv FROM priv', /no such column: vv/],
    ['SELECT * FROM privv', /no such table: privv/],
    ['SELECT name FROM customers c JOIN customers d ON true', /ambiguous column name: name/],
  ],
  duckdb: [
    ['SELECT custmer_name FROM priv', /Referenced column "custmer_name" not found/],
    ['SELECT p.vv FROM priv p', /"p" does not have a column named "vv"/],
    ['SELECT * FROM privv', /Table with name privv does not exist/],
    ['SELECT x.v FROM priv', /Referenced table "x" not found/],
    ['SELECT v, count(*) FROM priv', /column "v" must appear in the GROUP BY clause/],
    ['SELECT name FROM customers c JOIN customers d ON true', /Ambiguous reference to column name "name"/],
    ['SELECT sum(v) FROM priv', /No function matches the given name and argument types 'sum\(VARCHAR\)'/],
  ],
};

const ENGINES: [engine: EngineUnderTest, statements: string[], leaking: number][] = [
  [postgresEngine, POSTGRES, 30],
  [mariadbEngine('mariadb'), MARIADB, 3],
  [sqliteEngine, SQLITE, 2],
  [duckdbEngine, DUCKDB, 15],
];

const never = (): AbortSignal => new AbortController().signal;

for (const [engine, statements, leaking] of ENGINES) {
  describeWith(engine.needs ?? 'node', `errors of ${engine.title} where rows are withheld`, () => {
    let running: RunningEngine;
    let database: TargetDatabase;
    let schema: DatabaseSchema;
    const errors = new Map<string, StatementError>();

    const errorOf = async (sql: string): Promise<StatementError | null> => {
      try {
        await database.examine(sql, LIMITS, never());
        return null;
      } catch (error) {
        if (error instanceof StatementFailedError) return error.statement;
        throw error;
      }
    };

    beforeAll(async () => {
      running = await engine.start();
      for (const statement of FIXTURE) await running.administer(statement);
      if (engine.dialect === 'postgres') await running.administer('grant select on priv to public');
      const resolved = await resolveTarget(running.reader, {
        hosts: null,
        ownStores: [],
        sqliteDirs: running.sqliteDirs,
      });
      database = openTargetDatabase(resolved, {
        guard: (sql, catalog) => guardSql(sql, engine.dialect, { catalog }),
      });
      ({ schema } = await database.introspect({ examples: false }, never()));
      for (const sql of statements) {
        const error = await errorOf(sql);
        if (error) errors.set(sql, error);
      }
    });

    afterAll(async () => {
      await database?.close();
      await running?.stop();
    });

    it('would reveal cells if they were passed on', () => {
      const probeAnswers = [...errors.values()].filter(({ message, hint }) => CANARY.test(`${message} ${hint}`));
      expect(probeAnswers.length).toBeGreaterThanOrEqual(leaking);
    });

    it('reveal no cell', () => {
      const reported = [...errors].map(([sql, error]) => JSON.stringify(withheldError(error, { sql, schema })));
      expect(reported.filter((text) => CANARY.test(text))).toEqual([]);
    });

    it.each(NAMES[engine.dialect] ?? [])('name the unknown identifiers of %s', async (sql, reported) => {
      const error = await errorOf(sql);
      expect(error).not.toBeNull();
      expect(withheldError(error as StatementError, { sql, schema }).message).toMatch(reported);
    });
  });
}
