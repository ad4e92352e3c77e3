import type { Dialect } from '@assay/contracts';

/** As in docs/databases.md, for the database `shop`. */
const STATEMENTS: Partial<Record<Dialect, string>> = {
  postgres: `create role assay_reader login password 'pick-one';
grant connect on database shop to assay_reader;
grant usage on schema public to assay_reader;
grant select on all tables in schema public to assay_reader;
alter default privileges in schema public grant select on tables to assay_reader;`,
  mysql: `create user assay_reader identified by 'pick-one';
grant select, show view on shop.* to assay_reader;`,
  sqlserver: `create login assay_reader with password = 'pick-One-1';
use shop;
create user assay_reader for login assay_reader;
alter role db_datareader add member assay_reader;
grant view definition to assay_reader;`,
  oracle: `create user assay_reader identified by "pick-one";
grant create session to assay_reader;
grant select on shop.orders to assay_reader;`,
  clickhouse: `create user assay_reader identified by 'pick-one';
grant select on shop.* to assay_reader;`,
};

/** Statements that make a role that may only read; null for files. Names the database of the url if it is a plain word. */
export function readerRole(dialect: Dialect, url: string): string | null {
  const statements = STATEMENTS[dialect === 'mariadb' ? 'mysql' : dialect] ?? null;
  const database = dialect === 'oracle' ? undefined : /:\/\/[^/]+\/([a-z_][a-z0-9_]*)(?:\?|$)/.exec(url)?.[1];
  return statements?.replace(/\bshop\b/g, database ?? 'shop') ?? null;
}
