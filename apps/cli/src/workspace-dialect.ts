import { DIALECTS, type Dialect } from '@assay/contracts';
import { InvalidArgumentError } from 'commander';

const DIALECT_OF_SCHEME: Record<string, Dialect> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mariadb',
  sqlite: 'sqlite',
  sqlserver: 'sqlserver',
  mssql: 'sqlserver',
  oracle: 'oracle',
};

/** The dialect that a database's url speaks by its scheme; null for schemes that say nothing. */
export function dialectOf(url: string): Dialect | null {
  const scheme = /^([a-z]+):/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return DIALECT_OF_SCHEME[scheme] ?? null;
}

export function parseDialect(text: string): Dialect {
  const dialect = DIALECTS.find((known) => known === text.toLowerCase());
  if (dialect === undefined) throw new InvalidArgumentError(`It is one of ${DIALECTS.join(', ')}.`);
  return dialect;
}
