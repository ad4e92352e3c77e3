import type { PostgresNode } from './postgres-parser.js';

interface Scope {
  names: Set<string>;
  outer: Scope | null;
}

/** `schema.table` or `table`, in order, without CTEs. */
export function tablesOf(statement: PostgresNode): string[] {
  const found = new Set<string>();
  walk(statement, null, found);
  return [...found];
}

function walk(value: unknown, scope: Scope | null, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, scope, found);
  } else if (typeof value === 'object' && value !== null) {
    const node = value as PostgresNode;
    const inner = walkWith(node['withClause'] as PostgresNode | undefined, scope, found);
    for (const [key, child] of Object.entries(node)) {
      if (key === 'RangeVar') addTable(child as PostgresNode, inner, found);
      if (key !== 'withClause') walk(child, inner, found);
    }
  }
}

/** A WITH query sees the earlier ones (with RECURSIVE all of them); the SELECT sees all. */
function walkWith(clause: PostgresNode | undefined, scope: Scope | null, found: Set<string>): Scope | null {
  if (clause === undefined) return scope;
  const inner: Scope = { names: new Set(), outer: scope };
  const ctes = (clause['ctes'] ?? []) as { CommonTableExpr: PostgresNode }[];
  if (clause['recursive'] === true) for (const cte of ctes) inner.names.add(String(cte.CommonTableExpr['ctename']));
  for (const cte of ctes) {
    walk(cte, inner, found);
    inner.names.add(String(cte.CommonTableExpr['ctename']));
  }
  return inner;
}

function addTable(table: PostgresNode, scope: Scope | null, found: Set<string>): void {
  const name = String(table['relname']);
  if (typeof table['schemaname'] === 'string') found.add(`${table['schemaname']}.${name}`);
  else if (!isVisible(name, scope)) found.add(name);
}

function isVisible(name: string, scope: Scope | null): boolean {
  for (let level = scope; level !== null; level = level.outer) if (level.names.has(name)) return true;
  return false;
}
