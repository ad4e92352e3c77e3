import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { DataSource } from 'typeorm';
import { recordOptions } from '../data-source.js';
import { MIGRATIONS } from './index.js';

const STRUCTURE = `
  select table_name || '.' || column_name as item from information_schema.columns where table_schema = 'assay'
  union all select indexdef from pg_indexes where schemaname = 'assay'
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'assay'::regnamespace
  order by 1`;

describe('the migrations', () => {
  let postgres: TestPostgres;
  beforeAll(async () => void (postgres = await startTestPostgres()));
  afterAll(() => postgres.stop());

  it.each(MIGRATIONS.slice(1).map(({ name }, index) => ({ name, before: index + 1 })))(
    'leave the record as before when $name is undone',
    async ({ before }) => {
      const url = await postgres.createDatabase();
      const upTo = async <Result>(count: number, use: (source: DataSource) => Promise<Result>): Promise<Result> => {
        const options = recordOptions(url, { applicationName: 'test', max: 2, queryTimeoutMs: 0 });
        const source = await new DataSource({ ...options, migrations: MIGRATIONS.slice(0, count) }).initialize();
        return use(source).finally(() => source.destroy());
      };
      const structure = await upTo(before, async (source) => {
        await source.query('create schema if not exists assay');
        await source.runMigrations();
        return source.query<object[]>(STRUCTURE);
      });
      const undone = await upTo(before + 1, async (source) => {
        await source.runMigrations();
        await source.undoLastMigration();
        return source.query<object[]>(STRUCTURE);
      });
      expect(undone).toEqual(structure);
    },
  );
});
