import type { Dialect } from '@assay/contracts';
import {
  clickhouse,
  type DialectOptions,
  duckdb,
  formatDialect,
  mariadb,
  mysql,
  plsql,
  postgresql,
  sql,
  sqlite,
  transactsql,
} from 'sql-formatter';

const FORMATS: Partial<Record<Dialect, DialectOptions>> = {
  postgres: postgresql,
  mysql,
  mariadb,
  sqlite,
  sqlserver: transactsql,
  oracle: plsql,
  clickhouse,
  duckdb,
};

export function formatSql(text: string, dialect: Dialect | null): string {
  try {
    return formatDialect(text, {
      dialect: (dialect && FORMATS[dialect]) ?? sql,
      // Names such as `month` count as keywords.
      keywordCase: 'preserve',
      expressionWidth: 72,
    });
  } catch {
    return text;
  }
}
