import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { canonicalSql, guardSql, retryMessage } from '@assay/sql';
import pg from 'pg';
import { createDemoDatabase } from './database/create-demo-database.js';
import { DEMO_DATABASE } from './database/demo-database.js';
import { essence } from './model/script-lookup.js';
import type { DemoScript, ScriptedSql } from './questions/demo-script.js';
import { demoScripts } from './questions/scripts.js';

/** As a multiset. */
async function resultOf(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  return rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join('\n');
}

function sqlsOf(script: DemoScript, pick: (scripted: ScriptedSql) => boolean): [string, string][] {
  return Object.entries(script.sqls).flatMap(([name, scripted]) =>
    pick(scripted)
      ? [scripted.sql, ...(scripted.alike ?? [])].map((text, index): [string, string] => [`${name}#${index}`, text])
      : [],
  );
}

/** The validator's report on an unknown column. */
function reportOn(sql: string): string {
  return retryMessage({
    category: 'SCHEMA_ERROR',
    attempt: 2,
    dialect: 'postgres',
    question: 'Which?',
    sql,
    message: 'column "b.translator" does not exist',
    error: null,
    failedChecks: [],
    passedChecks: 0,
    previous: [],
    repeated: true,
    schema: { dialect: 'postgres', name: 'bookshop', tables: [] },
  });
}

function isMistaken({ tests }: DemoScript, name: string): boolean {
  return tests.find((test) => test.name === name)?.trial?.decision === 'mistaken';
}

describe('the SQLs of the demo, on the demo database', () => {
  let postgres: TestPostgres;
  let client: pg.Client;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    client = new pg.Client({ connectionString: await postgres.createDatabase() });
    await client.connect();
    await createDemoDatabase(client);
  });
  afterAll(async () => {
    await client?.end();
    await postgres?.stop();
  });

  describe.each(demoScripts().map((script) => [script.id, script] as const))('%s', (_id, script) => {
    it('runs every SQL that is meant to be valid', async () => {
      for (const [, sql] of sqlsOf(script, ({ validity }) => validity === 'valid')) {
        expect(await resultOf(client, sql)).not.toBe('');
      }
    });

    it('has the database refuse every SQL that is meant to be invalid', async () => {
      for (const [name, sql] of sqlsOf(script, ({ validity }) => validity === 'invalid')) {
        const outcome = await resultOf(client, sql).then(
          () => `${name} ran`,
          () => 'refused',
        );
        expect(outcome).toBe('refused');
      }
    });

    it('gets one result from the right SQLs and another from each wrong one', async () => {
      const results = new Map<string, string>();
      for (const [name, sql] of sqlsOf(script, ({ validity }) => validity === 'valid')) {
        results.set(name, await resultOf(client, sql));
      }
      const named = (right: boolean): string[] =>
        sqlsOf(script, (scripted) => scripted.validity === 'valid' && scripted.right === right).map(([name]) => name);
      const rightResults = new Set(named(true).map((name) => results.get(name)));
      expect(rightResults.size).toBe(named(true).length === 0 ? 0 : 1);
      const wrongButEqual = named(false).filter((name) => rightResults.has(results.get(name)));
      expect(wrongButEqual).toEqual(sqlsOf(script, ({ agreesToday }) => agreesToday).map(([name]) => name));
    });

    it('leaves open only points on which answers that fail nothing return different rows', async () => {
      for (const { name, alternatives, trial } of script.tests) {
        if (alternatives === undefined) continue;
        const results = new Map<string, Set<string>>(Object.keys(alternatives).map((id) => [id, new Set()]));
        for (const { sql, fails, takes } of Object.values(script.sqls)) {
          if (Object.keys(fails).some((test) => !isMistaken(script, test))) continue;
          results.get(takes?.[name] ?? '')?.add(await resultOf(client, sql));
        }
        const found = [...results.values()].flatMap((each) => [...each]);
        expect({ name, trial, taken: [...results.values()].every(({ size }) => size > 0) }).toEqual({
          name,
          trial: undefined,
          taken: true,
        });
        expect(new Set(found).size).toBe(found.length);
      }
    });

    it('gets the same rows from SQLs that are compared as one', async () => {
      for (const { sql, sameAs } of Object.values(script.sqls)) {
        if (sameAs === undefined) continue;
        expect(await resultOf(client, sql)).toBe(await resultOf(client, script.sqls[sameAs]?.sql ?? ''));
      }
    });

    it('writes alike what is one statement to Assay, though the texts differ', async () => {
      for (const { sql, alike } of Object.values(script.sqls)) {
        const { hash } = await canonicalSql(sql, 'postgres');
        for (const text of alike ?? []) {
          expect([(await canonicalSql(text, 'postgres')).hash, text === sql]).toEqual([hash, false]);
        }
      }
    });

    it('writes nothing valid that the guard refuses', async () => {
      for (const [name, sql] of sqlsOf(script, ({ validity }) => validity === 'valid')) {
        expect({ name, ...(await guardSql(sql, 'postgres')) }).toMatchObject({ name, allowed: true });
      }
    });

    it('finds every SQL again in a retry message about it', async () => {
      for (const [, sql] of sqlsOf(script, ({ validity }) => validity !== 'refusal')) {
        expect(essence(reportOn(sql))).toContain(essence(sql));
      }
    });
  });

  it('runs the gold SQLs', async () => {
    for (const { sql } of DEMO_DATABASE.goldSqls) expect(await resultOf(client, sql)).not.toBe('');
  });
});
