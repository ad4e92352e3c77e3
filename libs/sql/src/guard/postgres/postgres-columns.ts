import type { PostgresNode } from '../../postgres/postgres-parser.js';
import { nameParts } from './postgres-outputs.js';

export interface Columns {
  names: string[];
  open: boolean;
  /** The order is known: an alias can rename the first columns. */
  ordered: boolean;
}

export const NOTHING: Columns = { names: [], open: false, ordered: true };

export const list = (value: unknown): PostgresNode[] => (Array.isArray(value) ? (value as PostgresNode[]) : []);
export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
export const child = (node: PostgresNode, field: string): PostgresNode | undefined =>
  node[field] as PostgresNode | undefined;

export function closed(names: string[], ordered = true): Columns {
  return { names, open: false, ordered };
}

export function renamed(columns: Columns, alias: PostgresNode | undefined): Columns {
  const names = nameParts(alias?.['colnames']);
  if (names.length === 0) return columns;
  const others = columns.ordered && !columns.open ? columns.names.slice(names.length) : [];
  return { ...columns, names: [...names, ...others] };
}

export function joined(parts: Columns[]): Columns {
  return {
    names: parts.flatMap(({ names }) => names),
    open: parts.some(({ open }) => open),
    ordered: parts.every(({ ordered, open }) => ordered && !open),
  };
}

export function columnName(item: PostgresNode, kind: string, field: string): string {
  return text((item[kind] as PostgresNode | undefined)?.[field]) ?? '';
}

export function definedNames(definitions: PostgresNode[]): string[] {
  return definitions.map((definition) => columnName(definition, 'ColumnDef', 'colname'));
}

export function jsonColumns(node: PostgresNode): string[] {
  return list(node['columns']).flatMap((item) => {
    const column = item['JsonTableColumn'] as PostgresNode;
    return column['coltype'] === 'JTC_NESTED' ? jsonColumns(column) : [String(column['name'])];
  });
}
