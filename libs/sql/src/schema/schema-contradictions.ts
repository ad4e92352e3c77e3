import type { DatabaseSchema, Dialect, Examination, TableSchema } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { isOfProfile } from '../guard/tokens/token-profile.js';
import { usedTables } from '../outline/used-tables.js';
import { wrongName } from '../retry/wrong-name.js';
import { unknownColumns } from './unknown-columns.js';

export type ExaminedNames = Pick<Examination, 'outcome' | 'sql' | 'tables' | 'error'>;

/** Names that contradict the snapshot: used successfully but missing there, or unknown to the database but present. */
export function schemaContradictions(examined: ExaminedNames, schema: DatabaseSchema, dialect: Dialect): string[] {
  if (examined.outcome === 'valid') {
    const tables = examined.tables.filter((name) => !hasTable(schema, name) && !isSystemTable(name, dialect));
    return tables.length > 0 ? tables : unknownColumns(examined.sql, examined.tables, schema, dialect);
  }
  return examined.error?.category === 'SCHEMA_ERROR' ? missingName(examined, schema, dialect) : [];
}

function hasTable(schema: DatabaseSchema, name: string): boolean {
  const wanted = lastPart(name);
  return schema.tables.some((table) => table.name.toLowerCase() === wanted);
}

/** Not in any snapshot. */
function isSystemTable(name: string, dialect: Dialect): boolean {
  const parts = name.toLowerCase().split('.');
  const { grammar } = sqlDialect(dialect);
  if (grammar.kind === 'general') return isOfProfile(grammar.profile, parts);
  return /^pg_/.test(parts.at(-1) ?? '') || ['pg_catalog', 'information_schema'].includes(parts[0] ?? '');
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

function hasColumn(table: TableSchema, name: string): boolean {
  return table.columns.some((column) => column.name.toLowerCase() === name);
}

/** Unknown to the database, but in the snapshot. */
function missingName({ sql, error }: ExaminedNames, schema: DatabaseSchema, dialect: Dialect): string[] {
  const wrong = wrongName(error?.message ?? '', dialect);
  if (wrong === null) return [];
  if (wrong.kind === 'table') return hasTable(schema, wrong.name) ? [wrong.name] : [];
  const { tables, byAlias } = usedTables(schema, sql, dialect);
  const qualifier = wrong.name.toLowerCase().split('.').at(-2);
  const owner = qualifier === undefined ? undefined : byAlias.get(qualifier);
  const candidates = owner === undefined ? tables : [owner];
  return candidates.some((table) => hasColumn(table, lastPart(wrong.name))) ? [wrong.name] : [];
}
