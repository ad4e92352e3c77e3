import type { DatabaseSchema, Dialect, TableSchema } from '@assay/contracts';
import { isInDefault } from '../schema/qualified-name.js';
import { StatementText } from './statement-text.js';

export interface UsedTables {
  tables: TableSchema[];
  /** By alias, or by name without an alias; lower case. */
  byAlias: ReadonlyMap<string, TableSchema>;
}

/** Tables of the schema behind FROM, JOIN or a comma (where false matches are harmless). */
export function usedTables(schema: DatabaseSchema, sql: string, dialect: Dialect): UsedTables {
  return tablesIn(new StatementText(sql, dialect), schema);
}

export function tablesIn(text: StatementText, schema: DatabaseSchema): UsedTables {
  const tables = new Set<TableSchema>();
  const byAlias = new Map<string, TableSchema>();
  text.tokens.forEach((_token, place) => {
    if (!['from', 'join', ','].includes(text.word(place - 1)) || text.name(place) === null) return;
    const last = text.nameEnd(place);
    const name = text.name(last) ?? '';
    const qualifier = last > place ? text.name(last - 2) : null;
    const named = schema.tables.filter((candidate) => candidate.name.toLowerCase() === name);
    const table =
      named.find((candidate) => candidate.schema?.toLowerCase() === qualifier) ??
      named.find((candidate) => isInDefault(candidate, schema)) ??
      named[0];
    if (table === undefined) return;
    const alias = text.alias(last + 1);
    tables.add(table);
    byAlias.set((alias === null ? null : text.name(alias)) ?? name, table);
  });
  return { tables: [...tables], byAlias };
}
