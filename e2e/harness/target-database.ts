import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestPostgres } from '@assay/testing';

/** A small shop: nulls, ties, and two columns that are easily taken for one another. */
const SHOP = `
  create table customer (
    id integer primary key,
    name text not null,
    city text,
    signed_up date not null
  );
  create table purchase (
    id integer primary key,
    customer_id integer not null references customer (id),
    amount numeric(10, 2) not null,
    status text not null,
    placed_on date not null
  );
  create view city_total as
    select c.city, sum(p.amount) as total from customer c join purchase p on p.customer_id = c.id group by c.city;
  insert into customer values
    (1, 'Ada', 'Bologna', '2024-01-10'), (2, 'Bruno', 'Bologna', '2024-02-11'), (3, 'Carla', 'Torino', '2024-03-12'),
    (4, 'Dario', 'Torino', '2024-04-13'), (5, 'Elsa', null, '2024-05-14');
  insert into purchase values
    (1, 1, 10.00, 'paid', '2025-01-01'), (2, 1, 20.00, 'paid', '2025-01-02'), (3, 2, 30.00, 'cancelled', '2025-01-03'),
    (4, 3, 30.00, 'paid', '2025-01-04'), (5, 4, 15.50, 'open', '2025-01-05'), (6, 4, 15.50, 'paid', '2025-01-06');
`;

export interface TargetDatabase {
  /** As a role that may only read. */
  readerUrl: string;
  /** As the superuser. */
  ownerUrl: string;
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
}

/** A target database of its own, with a role that may only read it. */
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
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
