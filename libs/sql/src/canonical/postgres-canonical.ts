import { tablesOf } from '../postgres/postgres-tables.js';
import type { PostgresNode } from '../postgres/postgres-parser.js';
import { dropOutputNames } from './postgres-output-names.js';
import { renameSources } from './postgres-source-names.js';

const places = new Set([
  'location',
  'stmt_location',
  'stmt_len',
  'list_start',
  'list_end',
  'rexpr_list_start',
  'rexpr_list_end',
]);

export function canonicalPostgresTree(statement: unknown, keepsOutputNames: boolean): string {
  const tree = withoutPlaces(statement) as PostgresNode;
  const tables = new Set(tablesOf(tree));
  if (!keepsOutputNames) dropOutputNames(tree);
  renameSources(tree, tables);
  return sortedText(tree);
}

/** Sorted keys, without a copy of the tree. */
function sortedText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  const node = value as PostgresNode;
  let fields = '';
  for (const key of Object.keys(node).sort()) {
    if (node[key] !== undefined) fields += `${fields === '' ? '' : ','}${JSON.stringify(key)}:${sortedText(node[key])}`;
  }
  return `{${fields}}`;
}

function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== 'object' || value === null) return value;
  const node: PostgresNode = {};
  for (const [key, child] of Object.entries(value)) if (!places.has(key)) node[key] = withoutPlaces(child);
  if (node['sortby_dir'] === 'SORTBY_ASC') node['sortby_dir'] = 'SORTBY_DEFAULT';
  if (Array.isArray(node['names']) && 'typemod' in node)
    node['names'] = withoutCatalog(node['names'] as PostgresNode[]);
  return node;
}

/** The parser turns `int` into `pg_catalog.int4`. */
function withoutCatalog(names: PostgresNode[]): PostgresNode[] {
  const [first, second] = names;
  const schema = (first?.['String'] as PostgresNode | undefined)?.['sval'];
  return schema === 'pg_catalog' && second !== undefined ? [second] : names;
}
