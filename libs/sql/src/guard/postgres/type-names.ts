import type { PostgresNode } from '../../postgres/postgres-parser.js';
import { wordSet } from '../../word-set.js';
import { nameParts } from './postgres-outputs.js';

/** Functions that accept any type and do not return it. */
const takingAny = wordSet(
  `count concat concat_ws format json_agg json_build_array json_build_object json_object_agg jsonb_agg
  jsonb_build_array jsonb_build_object jsonb_object_agg num_nonnulls num_nulls to_json to_jsonb`,
);

const taking = wordSet('TypeCast NullTest WindowDef SortBy List ResTarget');
const handing = wordSet('SortBy List ResTarget');

/** Operators that compare types by id. */
const comparing = /^AEXPR_(?:OP|DISTINCT|NOT_DISTINCT|BETWEEN|NOT_BETWEEN|BETWEEN_SYM|NOT_BETWEEN_SYM)$/;

/**
 * First `pg_typeof` beside which a literal may be looked up as a type, as in `coalesce(pg_typeof(a), 'x')`; else null.
 */
export function requiredType(select: PostgresNode): PostgresNode | null {
  const isSet = select['larg'] !== undefined;
  return inSelect(select, !isSet);
}

function inSelect(select: PostgresNode, returns: boolean): PostgresNode | null {
  for (const [field, value] of Object.entries(select)) {
    const isTaken = field === 'groupClause' || field === 'sortClause' || (field === 'targetList' && returns);
    const found =
      field === 'larg' || field === 'rarg' ? inSelect(value as PostgresNode, false) : within(value, isTaken);
    if (found !== null) return found;
  }
  return null;
}

function within(value: unknown, isTaken: boolean): PostgresNode | null {
  if (Array.isArray(value)) return first(value, (item) => within(item, isTaken));
  if (typeof value !== 'object' || value === null) return null;
  return first(Object.entries(value as PostgresNode), ([key, child]) => {
    const node = child as PostgresNode;
    if (key === 'SelectStmt') return inSelect(node, false);
    if (key === 'FuncCall') return inCall(node, isTaken);
    if (!/^[A-Z]/.test(key)) return within(child, isTaken);
    if (key === 'A_Expr') return within(child, comparing.test(String(node['kind'])));
    return within(child, taking.has(key) && (isTaken || !handing.has(key)));
  });
}

function inCall(call: PostgresNode, isTaken: boolean): PostgresNode | null {
  const name = nameParts(call['funcname']).at(-1) ?? '';
  if (name === 'pg_typeof' && !isTaken) return call;
  const { args, ...rest } = call;
  return within(args, takingAny.has(name)) ?? within(rest, false);
}

function first<Item>(items: readonly Item[], find: (item: Item) => PostgresNode | null): PostgresNode | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
