import type { Dialect } from '@assay/contracts';
import { formatDialect, mariadb, mysql, plsql, postgresql, sql, sqlite, transactsql } from 'sql-formatter';

const FORMATS = { postgres: postgresql, mysql, mariadb, sqlite, sqlserver: transactsql, oracle: plsql };

/** SQL laid out; as it is where the formatter does not understand it. */
export function formatSql(text: string, dialect: Dialect | null): string {
  try {
    return formatDialect(text, {
      dialect: dialect === null ? sql : FORMATS[dialect],
      // the formatter takes names such as `month` for keywords, and must not change them
      keywordCase: 'preserve',
      expressionWidth: 72,
    });
  } catch {
    return text;
  }
}
