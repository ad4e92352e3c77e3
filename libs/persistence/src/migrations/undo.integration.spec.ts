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

  async function upTo<Result>(
    url: string,
    count: number,
    use: (source: DataSource) => Promise<Result>,
  ): Promise<Result> {
    const options = recordOptions(url, { applicationName: 'test', max: 2, queryTimeoutMs: 0 });
    const source = await new DataSource({ ...options, migrations: MIGRATIONS.slice(0, count) }).initialize();
    return use(source).finally(() => source.destroy());
  }

  it.each(MIGRATIONS.slice(1).map(({ name }, index) => ({ name, before: index + 1 })))(
    'leave the record as before when $name is undone',
    async ({ before }) => {
      const url = await postgres.createDatabase();
      const structure = await upTo(url, before, async (source) => {
        await source.query('create schema if not exists assay');
        await source.runMigrations();
        return source.query<object[]>(STRUCTURE);
      });
      const undone = await upTo(url, before + 1, async (source) => {
        await source.runMigrations();
        await source.undoLastMigration();
        return source.query<object[]>(STRUCTURE);
      });
      expect(undone).toEqual(structure);
    },
  );

  it('give people the roles of their latest session, so that their links still lead to answers', async () => {
    const url = await postgres.createDatabase();
    const index = MIGRATIONS.findIndex(({ name }) => name.startsWith('Owners'));
    const session = (person: number, createdAt: string, claims: string): string =>
      `insert into assay.sessions (id, person_id, secret_hash, claims, tokens, created_at)
       select gen_random_uuid(), id, gen_random_uuid(), '${claims}', '', '${createdAt}'
       from assay.people where subject = '${person}'`;
    await upTo(url, index, async (source) => {
      await source.query('create schema if not exists assay');
      await source.runMigrations();
      await source.query(`insert into assay.people (id, issuer, subject)
        select gen_random_uuid(), 'issuer', n from generate_series(1, 4) n`);
      await source.query(session(1, '2026-01-02', '{"name": null, "roles": ["asker", "curator"], "groups": []}'));
      await source.query(session(1, '2026-01-01', '{"roles": ["admin"]}'));
      await source.query(session(2, '2026-01-01', '{"roles": null}'));
      await source.query(session(3, '2026-01-01', '{}'));
    });
    const people = await upTo(url, index + 1, async (source) => {
      await source.runMigrations();
      return source.query<object[]>('select roles from assay.people order by subject');
    });
    expect(people).toEqual([{ roles: ['asker', 'curator'] }, { roles: [] }, { roles: [] }, { roles: null }]);
  });
});
