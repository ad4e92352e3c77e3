import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { withClient } from '@assay/runtime/embedded-postgres';
import type { TestPostgres } from '@assay/testing';

/** A small shop. */
const SHOP = readFileSync(new URL('./shop.sql', import.meta.url), 'utf8');

export interface TargetDatabase {
  /** Read-only role. */
  readerUrl: string;
  /** As the superuser. */
  ownerUrl: string;
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
}

/** With a read-only role. */
export async function createTargetDatabase(postgres: TestPostgres, fixture = SHOP): Promise<TargetDatabase> {
  const ownerUrl = await postgres.createDatabase();
  const role = `reader_${randomBytes(4).toString('hex')}`;
  await execute(ownerUrl, fixture);
  await execute(
    ownerUrl,
    `create role ${role} login password 'reads-only'; grant select on all tables in schema public to ${role}`,
  );
  const readerUrl = new URL(ownerUrl);
  readerUrl.username = role;
  readerUrl.password = 'reads-only';
  return { ownerUrl, readerUrl: readerUrl.href, query: (sql) => execute(ownerUrl, sql) };
}

async function execute<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql)).rows);
}
