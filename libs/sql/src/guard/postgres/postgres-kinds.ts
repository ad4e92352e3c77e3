import type { PostgresNode } from '../../postgres/postgres-parser.js';
import { nameParts } from './postgres-outputs.js';

/** Joins have `larg` and `rarg`, too, but none of these fields. */
export function isSelect(node: PostgresNode): boolean {
  return 'limitOption' in node || 'targetList' in node || 'valuesLists' in node;
}

export function spoken(kind: string): string {
  const words = kind
    .replace(/Stmt$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^A_/, '');
  return words.toUpperCase();
}

const integers = new Set(['int2', 'int4', 'int8']);

/** Certainly an integer: constant, cast, or SRID. */
export function isNumber(value: PostgresNode): boolean {
  const constant = value['A_Const'] as PostgresNode | undefined;
  if (constant !== undefined) return 'ival' in constant;
  const type = (value['TypeCast'] as PostgresNode | undefined)?.['typeName'] as PostgresNode | undefined;
  if (type !== undefined)
    return type['arrayBounds'] === undefined && integers.has(nameParts(type['names']).at(-1) ?? '');
  const call = value['FuncCall'] as PostgresNode | undefined;
  return call !== undefined && nameParts(call['funcname']).at(-1) === 'st_srid';
}
