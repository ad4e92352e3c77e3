import type { PostgresNode } from '../postgres/postgres-parser.js';

type Field = { String?: { sval: string } };

interface Names {
  selects: number;
  tables: PostgresNode[];
  aliases: PostgresNode[];
  ctes: PostgresNode[];
  columns: { fields: Field[] }[];
}

/** By appearance. Names that may be columns or schemas stay: different statements must not become equal. */
export function renameSources(tree: PostgresNode, tables: ReadonlySet<string>): void {
  const names: Names = { selects: 0, tables: [], aliases: [], ctes: [], columns: [] };
  collect(tree, names);
  const taken = new Set(names.columns.flatMap(({ fields }) => takenNames(fields)));
  renameCtes(names, tables, taken);
  const renamed = new Map<string, string>();
  for (const table of names.tables) aliasOf(table, taken);
  collectAliases(tree, names);
  for (const alias of names.aliases) {
    const name = String(alias['aliasname']);
    if (taken.has(name)) continue;
    if (!renamed.has(name)) renamed.set(name, `\u0001t${renamed.size + 1}`);
    alias['aliasname'] = renamed.get(name);
  }
  const isSingle = names.selects === 1 && readsOneTable(tree);
  for (const column of names.columns) renameQualifier(column, renamed, isSingle);
}

function readsOneTable(tree: PostgresNode): boolean {
  const sources = (tree['SelectStmt'] as PostgresNode | undefined)?.['fromClause'];
  return Array.isArray(sources) && sources.length === 1 && 'RangeVar' in (sources[0] as PostgresNode);
}

function takenNames(fields: readonly Field[]): string[] {
  const parts = fields.map((field) => field.String?.sval ?? '*');
  return parts.length === 1 ? parts : parts.length > 2 ? parts.slice(0, -1) : [];
}

function collect(value: unknown, names: Names): void {
  if (Array.isArray(value)) for (const item of value) collect(item, names);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, child] of Object.entries(value as PostgresNode)) {
    if (key === 'SelectStmt' || key === 'larg' || key === 'rarg') names.selects += 1;
    if (key === 'RangeVar') names.tables.push(child as PostgresNode);
    if (key === 'CommonTableExpr') names.ctes.push(child as PostgresNode);
    if (key === 'ColumnRef') names.columns.push(child as { fields: Field[] });
    collect(child, names);
  }
}

function collectAliases(value: unknown, names: Names): void {
  if (Array.isArray(value)) for (const item of value) collectAliases(item, names);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const node = value as PostgresNode;
  if (typeof node['aliasname'] === 'string') names.aliases.push(node);
  for (const child of Object.values(node)) collectAliases(child, names);
}

function aliasOf(table: PostgresNode, taken: ReadonlySet<string>): void {
  const name = String(table['relname']);
  if (table['alias'] === undefined && !taken.has(name)) table['alias'] = { aliasname: name };
}

function renameCtes(names: Names, tables: ReadonlySet<string>, taken: ReadonlySet<string>): void {
  const renamed = new Map<string, string>();
  for (const cte of names.ctes) {
    const name = String(cte['ctename']);
    if (tables.has(name) || taken.has(name)) continue;
    if (!renamed.has(name)) renamed.set(name, `\u0001c${renamed.size + 1}`);
    cte['ctename'] = renamed.get(name);
  }
  for (const table of names.tables) {
    const name = String(table['relname']);
    const cte = table['schemaname'] === undefined ? renamed.get(name) : undefined;
    if (cte === undefined) continue;
    table['alias'] ??= { aliasname: name };
    table['relname'] = cte;
  }
}

function renameQualifier(column: { fields: Field[] }, renamed: ReadonlyMap<string, string>, isSingle: boolean): void {
  const [first, second] = column.fields;
  const name = first?.String?.sval;
  const alias = name === undefined ? undefined : renamed.get(name);
  if (alias === undefined || second === undefined || column.fields.length !== 2) return;
  // Redundant with one table.
  column.fields = isSingle ? [second] : [{ String: { sval: alias } }, second];
}
