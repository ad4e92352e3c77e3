import { describe, expect, it } from '@jest/globals';
import type { Dialect, SettingsPatch } from '@assay/contracts';
import { requireReadingSql } from './require-reading-sql.js';

const check = (sql: string, settings: SettingsPatch = {}, dialect: Dialect = 'postgres'): Promise<void> =>
  requireReadingSql(sql, { dialect, settings });

describe('requireReadingSql', () => {
  it.each<[Dialect, string]>([
    ['postgres', 'SELECT count(*) FROM customer;'],
    ['sqlite', 'WITH big AS (SELECT 1 AS one) SELECT one FROM big'],
    ['mysql', 'SELECT `name` FROM customer LIMIT 3'],
    ['sqlserver', 'SELECT TOP 3 [name] FROM customer'],
    ['oracle', 'SELECT sysdate FROM dual'],
  ])('takes a statement that reads in %s: %s', (dialect, sql) =>
    expect(check(sql, {}, dialect)).resolves.toBeUndefined(),
  );

  it.each<[Dialect, string]>([
    ['postgres', 'DROP TABLE customer'],
    ['mysql', 'DELETE FROM customer'],
    ['postgres', 'SELECT 1; DROP TABLE customer'],
    ['postgres', 'WITH gone AS (DELETE FROM customer RETURNING *) SELECT * FROM gone'],
    ['postgres', 'SELECT pg_sleep(10)'],
    ['sqlite', 'all customers, please'],
    ['sqlserver', 'SELECT name FROM customer LIMIT 3 DROP'],
  ])('refuses what %s would not be given to run, naming the field: %s', (dialect, sql) =>
    expect(check(sql, {}, dialect)).rejects.toMatchObject({
      status: 422,
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'sql', message: expect.stringMatching(/^is refused: .*[^.]$/s) }],
    }),
  );

  it('follows what the workspace allows', async () => {
    const own = 'SELECT net_price(amount) FROM purchase';
    await expect(check(own)).rejects.toMatchObject({ status: 422 });
    await expect(check(own, { allowFunctions: ['net_price'] })).resolves.toBeUndefined();
    const catalog = 'SELECT relname FROM pg_catalog.pg_class';
    await expect(check(catalog)).rejects.toMatchObject({ status: 422 });
    await expect(check(catalog, { allowSystemCatalogs: true })).resolves.toBeUndefined();
    await expect(check('DROP TABLE purchase', { allowFunctions: ['drop'] })).rejects.toMatchObject({ status: 422 });
  });
});
