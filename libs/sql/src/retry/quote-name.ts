import type { Dialect, TableSchema } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';

export function quoteIdentifier(name: string, dialect: Dialect): string {
  const [open, close] = sqlDialect(dialect).names.quotes;
  return open + name.replaceAll(close, close + close) + close;
}

function quoteIfNeeded(name: string, dialect: Dialect): string {
  const { foldsTo } = sqlDialect(dialect).names;
  const folded = foldsTo === 'lower' ? name.toLowerCase() : foldsTo === 'upper' ? name.toUpperCase() : name;
  return folded === name && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : quoteIdentifier(name, dialect);
}

export function quoteName(table: Pick<TableSchema, 'schema' | 'name'>, dialect: Dialect): string {
  const parts = table.schema === null ? [table.name] : [table.schema, table.name];
  return parts.map((part) => quoteIdentifier(part, dialect)).join('.');
}

/** Of `schema.table`. */
export function writtenName(name: string, dialect: Dialect): string {
  return name
    .split('.')
    .map((part) => quoteIfNeeded(part, dialect))
    .join('.');
}
