import type { PostgresNode } from '../../postgres/postgres-parser.js';
import { wordSet } from '../../word-set.js';
import { nameParts } from './postgres-outputs.js';

const CALLED_BY: Readonly<Record<string, string>> = {
  GroupingFunc: 'grouping',
  JsonArrayAgg: 'json_arrayagg',
  JsonArrayConstructor: 'json_array',
  JsonArrayQueryConstructor: 'json_array',
  JsonObjectAgg: 'json_objectagg',
  JsonObjectConstructor: 'json_object',
  JsonParseExpr: 'json',
  JsonScalarExpr: 'json_scalar',
  JsonSerializeExpr: 'json_serialize',
  JsonTable: 'json_table',
  MergeSupportFunc: 'merge_action',
  RangeTableFunc: 'xmltable',
  XmlSerialize: 'xmlserialize',
};

/** Calls to which the grammar adds `pg_catalog`; syntax since 16, 13 and 9.1, respectively. */
const QUALIFIED_BY_GRAMMAR = wordSet('json_object normalize xmlexists');

/**
 * The function that older servers call here: `json_value(a, b)` is syntax only since PostgreSQL 17. Null for other
 * nodes.
 */
export function keywordCalled(kind: string, node: PostgresNode): string | null {
  // `JSON_VALUE_OP`, `IS_XMLCONCAT`
  if (kind === 'JsonFuncExpr' || kind === 'XmlExpr') {
    return String(node['op'])
      .toLowerCase()
      .replace(/^is_|_op$/g, '');
  }
  if (kind !== 'FuncCall') return CALLED_BY[kind] ?? null;
  const [schema, name = ''] = nameParts(node['funcname']);
  return schema === 'pg_catalog' && QUALIFIED_BY_GRAMMAR.has(name) ? name : null;
}
