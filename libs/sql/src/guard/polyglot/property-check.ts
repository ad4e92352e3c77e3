import { GuardRefused } from '../guard-refused.js';
import type { TreeNode } from '../../polyglot/polyglot-parser.js';

/** Lower-case sources, also of outer SELECTs. */
interface Scope {
  names: ReadonlySet<string>;
  outer: Scope | null;
}

/** If `column.member` may run code (SQL Server), qualifiers must be visible tables or aliases. */
export function checkProperties(statement: TreeNode): void {
  walk(statement, null);
}

function walk(value: unknown, scope: Scope | null): void {
  if (Array.isArray(value)) for (const item of value) walk(item, scope);
  else if (typeof value === 'object' && value !== null) walkNode(value as TreeNode, scope);
}

function walkNode(node: TreeNode, scope: Scope | null, skipped?: string): void {
  for (const key of Object.keys(node)) {
    const value = node[key];
    if (!isNode(value) || key === skipped) continue;
    if (key === 'select') walkSelect(value, scope);
    else if (key === 'column') checkColumn(value, scope);
    else if (key === 'dot') checkDot(value, scope);
    else walk(value, scope);
  }
}

function walkSelect(select: TreeNode, outer: Scope | null): void {
  const names = new Set<string>();
  for (const key of ['from', 'joins', 'lateral_views']) collect(select[key], names);
  walk(select['with'], outer);
  walkNode(select, { names, outer }, 'with');
}

function collect(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, names);
  if (!isNode(value) || Array.isArray(value)) return;
  const alias = nameOf(value['alias']);
  if (alias !== null) names.add(alias);
  const table = value['table'];
  if (isNode(table) && isNode(table['name'])) {
    const [name, schema] = [nameOf(table['name']), nameOf(table['schema'])];
    if (nameOf(table['alias']) === null && name !== null) names.add(name);
    if (name !== null && schema !== null) names.add(`${schema}.${name}`);
  }
  for (const key of Object.keys(value)) if (key !== 'select' && isNode(value[key])) collect(value[key], names);
}

function checkColumn(column: TreeNode, scope: Scope | null): void {
  const qualifier = nameOf(column['table']);
  if (qualifier !== null && scope !== null && !isVisible(qualifier, scope)) refuse(qualifier, nameOf(column['name']));
}

function checkDot(dot: TreeNode, scope: Scope | null): void {
  const column = isNode(dot['this']) ? dot['this']['column'] : undefined;
  const [first, second] = isNode(column) ? [nameOf(column['table']), nameOf(column['name'])] : [null, null];
  if (scope !== null && isVisible(`${first}.${second}`, scope)) return;
  refuse(first === null || second === null ? 'An expression' : `${first}.${second}`, nameOf(dot['field']));
}

function isVisible(name: string, scope: Scope): boolean {
  for (let level: Scope | null = scope; level !== null; level = level.outer) if (level.names.has(name)) return true;
  return false;
}

function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null;
}

function nameOf(identifier: unknown): string | null {
  return isNode(identifier) && typeof identifier['name'] === 'string' ? identifier['name'].toLowerCase() : null;
}

function refuse(qualifier: string, member: string | null): never {
  const message =
    `${qualifier} is no table or alias of this SELECT, so ${member ?? 'what'} behind its dot would be a property, ` +
    'which runs code; name tables in FROM as columns name them.';
  throw new GuardRefused('function', message);
}
