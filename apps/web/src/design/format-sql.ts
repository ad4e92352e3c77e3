import type { Dialect } from '@assay/contracts';
import {
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

/** A dialect without an entry is laid out as SQL in general. */
const FORMATS: Partial<Record<Dialect, DialectOptions>> = {
  postgres: postgresql,
  mysql,
  mariadb,
  sqlite,
  sqlserver: transactsql,
  oracle: plsql,
  duckdb,
};

/** SQL laid out; as it is where the formatter does not understand it. */
export function formatSql(text: string, dialect: Dialect | null): string {
  try {
    return formatDialect(text, {
      dialect: (dialect && FORMATS[dialect]) ?? sql,
      // the formatter takes names such as `month` for keywords, and must not change them
      keywordCase: 'preserve',
      expressionWidth: 72,
    });
  } catch {
    return text;
  }
}
