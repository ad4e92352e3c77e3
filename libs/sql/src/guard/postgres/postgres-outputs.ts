import type { PostgresNode } from '../../postgres/postgres-parser.js';

/**
 * Built-in functions with named outputs. The alias does not rename a single one: `jsonb_array_elements(…) AS x` has the
 * column `value`.
 */
const outNames = new Map(
  Object.entries({
    aclexplode: 'grantor grantee privilege_type is_grantable',
    each: 'key value',
    json_array_elements: 'value',
    json_array_elements_text: 'value',
    jsonb_array_elements: 'value',
    jsonb_array_elements_text: 'value',
    json_each: 'key value',
    json_each_text: 'key value',
    jsonb_each: 'key value',
    jsonb_each_text: 'key value',
    pg_get_catalog_foreign_keys: 'fktable fkcols pktable pkcols is_array is_opt',
    pg_get_keywords: 'word catcode barelabel catdesc baredesc',
    pg_get_object_address: 'classid objid objsubid',
    pg_identify_object: 'type schema name identity',
    pg_identify_object_as_address: 'type object_names object_args',
    pg_mcv_list_items: 'index values nulls frequency base_frequency',
    pg_options_to_table: 'option_name option_value',
    pg_partition_ancestors: 'relid',
    pg_partition_tree: 'relid parentrelid isleaf level',
    pg_sequence_parameters: 'start_value minimum_value maximum_value increment cycle_option cache_size data_type',
    pg_split_walfile_name: 'segment_number timeline_id',
    pg_timezone_names: 'name abbrev utc_offset is_dst',
    ts_debug: 'alias description token dictionaries dictionary lexemes',
    ts_parse: 'tokid token',
    ts_token_type: 'tokid alias description',
  }).map(([name, columns]) => [name, columns.split(' ')]),
);

/** Return their argument's type. */
const polymorphic = new Set(
  `json_populate_record json_populate_recordset jsonb_populate_record jsonb_populate_recordset`.split(' '),
);

/** Null for one unnamed column; empty if the argument's type decides. */
export function builtInOutNames(name: string): readonly string[] | null {
  return outNames.get(name) ?? (polymorphic.has(name) ? [] : null);
}

export function nameParts(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.map((part) => (part as { String?: { sval?: string } }).String?.sval ?? '*');
}

export function defaultName(value: PostgresNode | undefined): string | null {
  return nameOf(value)?.name ?? null;
}

/** `strong`: a cast keeps the name. */
interface FoundName {
  name: string;
  strong: boolean;
}

const strong = (name: string | undefined): FoundName | null => (name === undefined ? null : { name, strong: true });

function nameOf(value: PostgresNode | undefined): FoundName | null {
  const [kind, content] = Object.entries(value ?? {})[0] ?? [];
  if (kind === undefined) return null;
  const node = content as PostgresNode;
  switch (kind) {
    case 'ColumnRef':
      return strong(
        nameParts(node['fields'])
          .filter((part) => part !== '*')
          .at(-1),
      );
    case 'FuncCall':
      return strong(nameParts(node['funcname']).at(-1));
    case 'A_Indirection': {
      const named = (node['indirection'] as PostgresNode[]).filter((step) => 'String' in step);
      return strong(nameParts(named).at(-1)) ?? nameOf(node['arg'] as PostgresNode);
    }
    case 'CollateClause':
      return nameOf(node['arg'] as PostgresNode);
    case 'TypeCast': {
      const inner = nameOf(node['arg'] as PostgresNode);
      if (inner?.strong === true) return inner;
      const type = nameParts((node['typeName'] as PostgresNode)['names']).at(-1);
      return type === undefined ? inner : { name: type, strong: false };
    }
    case 'CaseExpr': {
      const inner = nameOf(node['defresult'] as PostgresNode | undefined);
      return inner?.strong === true ? inner : { name: 'case', strong: false };
    }
    case 'SubLink':
      return sublinkName(node);
    case 'A_Expr':
      return node['kind'] === 'AEXPR_NULLIF' ? strong('nullif') : null;
    default:
      return strong(fixedNames[kind] ?? operationName(kind, node));
  }
}

function sublinkName(node: PostgresNode): FoundName | null {
  if (node['subLinkType'] === 'EXISTS_SUBLINK') return strong('exists');
  if (node['subLinkType'] === 'ARRAY_SUBLINK') return strong('array');
  if (node['subLinkType'] !== 'EXPR_SUBLINK') return null;
  let query = (node['subselect'] as PostgresNode)['SelectStmt'] as PostgresNode;
  while (query['larg'] !== undefined) query = query['larg'] as PostgresNode;
  if (query['valuesLists'] !== undefined) return strong('column1');
  const [target] = (query['targetList'] ?? []) as PostgresNode[];
  const first = target?.['ResTarget'] as PostgresNode | undefined;
  if (typeof first?.['name'] === 'string') return strong(first['name']);
  const value = first?.['val'] as PostgresNode | undefined;
  // First column unknown: a name that nothing matches.
  if (JSON.stringify(value ?? null).includes('"A_Star"')) return strong('');
  return strong(nameOf(value)?.name ?? '?column?');
}

function operationName(kind: string, node: PostgresNode): string | undefined {
  const operation = String(node['op']).toLowerCase();
  switch (kind) {
    case 'SQLValueFunction':
      return operation.replace(/^svfop_|_n$/g, '');
    case 'MinMaxExpr':
      return operation.replace(/^is_/, '');
    case 'XmlExpr':
      return operation === 'is_document' ? undefined : operation.replace(/^is_/, '');
    case 'JsonFuncExpr':
      return operation.replace(/_op$/, '');
    default:
      return undefined;
  }
}

const fixedNames: Record<string, string> = {
  A_ArrayExpr: 'array',
  CoalesceExpr: 'coalesce',
  GroupingFunc: 'grouping',
  JsonArrayAgg: 'json_arrayagg',
  JsonArrayConstructor: 'json_array',
  JsonArrayQueryConstructor: 'json_array',
  JsonObjectAgg: 'json_objectagg',
  JsonObjectConstructor: 'json_object',
  JsonParseExpr: 'json',
  JsonScalarExpr: 'json_scalar',
  JsonSerializeExpr: 'json_serialize',
  RowExpr: 'row',
  XmlSerialize: 'xmlserialize',
};
