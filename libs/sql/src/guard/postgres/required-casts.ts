import type { PostgresNode } from '../../postgres/postgres-parser.js';
import { nameParts } from './postgres-outputs.js';

const TEXT = [['text']];
const TRUTH = [['bool']];
const NUMBERS = [['int4'], ['int8'], ['float4'], ['float8']];
const JSON_TYPES = [['json'], ['jsonb'], ['text'], ['bytea']];
const XML_TYPES = [['xml'], ['text']];

const castingToText = /^(?:quote_literal|quote_nullable|anytextcat|textanycat)$/;

const conditionNodes = /^(?:BoolExpr|BooleanTest|CaseWhen)$/;
const conditionFields = /^(?:whereClause|havingClause|quals|agg_filter)$/;
const numberFields = /^(?:limitCount|limitOffset|startOffset|endOffset|repeatable|uidx|lidx)$/;

/** Implicit casts: JSON functions to json, `||` to text, conditions to boolean. */
export function typesRequiredBy(kind: string, node: PostgresNode): string[][] {
  if (kind.startsWith('Json')) return JSON_TYPES;
  if (kind.startsWith('Xml') || kind.startsWith('RangeTableFunc')) return XML_TYPES;
  if (kind === 'A_Expr') return nameParts(node['name']).at(-1) === '||' ? TEXT : [];
  if (kind === 'RangeTableSample') return NUMBERS;
  if (kind !== 'FuncCall') return conditionNodes.test(kind) ? TRUTH : [];
  const name = nameParts(node['funcname']).at(-1) ?? '';
  if (name.includes('json')) return JSON_TYPES;
  return castingToText.test(name) ? TEXT : [];
}

export function typesRequiredIn(field: string, value: unknown): string[][] {
  if (conditionFields.test(field)) return TRUTH;
  const isConstant = typeof value === 'object' && value !== null && 'A_Const' in value;
  return numberFields.test(field) && !isConstant ? NUMBERS : [];
}
