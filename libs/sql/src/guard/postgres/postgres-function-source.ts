import type { PostgresNode } from '../../postgres/postgres-parser.js';
import type { CatalogIndex } from './catalog-index.js';
import { NOTHING, child, closed, definedNames, joined, list, renamed, text, type Columns } from './postgres-columns.js';
import { builtInFunctions } from './postgres-functions.js';
import { builtInOutNames, defaultName, nameParts } from './postgres-outputs.js';

export interface Source {
  alias: string;
  columns: Columns;
  /** The alias of a join hides it. */
  hidden: boolean;
  /** Its alias may mean a value that is no row. */
  scalar: boolean;
}

export const ANY_ALIAS = '*';

export function functionSource(node: PostgresNode, index: CatalogIndex | null): Source {
  const functions = list(node['functions']).map((item) => list(child(item, 'List')?.['items']));
  const alias = child(node, 'alias');
  const first = defaultName(functions[0]?.[0]) ?? '?column?';
  const name = text(alias?.['aliasname']) ?? (first === '' ? ANY_ALIAS : first);
  const parts = functions.map(([call, definitions]) =>
    functionColumns(call, definitions, functions.length === 1 ? name : null, index),
  );
  const defined = list(node['coldeflist']);
  const columns = joined(defined.length > 0 ? [closed(definedNames(defined))] : parts);
  if (node['ordinality'] === true) columns.names.push('ordinality');
  return { alias: name, columns: renamed(columns, alias), hidden: false, scalar: true };
}

function functionColumns(
  call: PostgresNode | undefined,
  definitions: PostgresNode | undefined,
  alias: string | null,
  index: CatalogIndex | null,
): Columns {
  const defined = list((definitions?.['List'] as PostgresNode | undefined)?.['items']);
  if (defined.length > 0) return closed(definedNames(defined));
  const unknown = { ...NOTHING, ordered: false };
  if (call === undefined || 'TypeCast' in call) return unknown;
  const own = defaultName(call) ?? '';
  const name = alias ?? own;
  const parts = nameParts((call['FuncCall'] as PostgresNode | undefined)?.['funcname']);
  const count = list((call['FuncCall'] as PostgresNode | undefined)?.['args']).length;
  if (own === 'unnest' && count > 1) return closed(Array<string>(count).fill(own));
  if (index === null && !builtInFunctions.has(own)) return { ...unknown, open: true };
  const isOwn = isOwnFunction(parts, count, index);
  const named = isOwn ? null : builtInOutNames(own);
  if (named !== null) return named.length === 0 ? unknown : closed([...named]);
  if (isOwn) return ownColumns(parts, count, name, index);
  // Its argument's row type has other columns, one of which could be a call.
  const isCallable = (index?.functions(name, null, 1).length ?? 0) > 0;
  return isCallable ? unknown : closed([name]);
}

function isOwnFunction(parts: string[], count: number, index: CatalogIndex | null): boolean {
  if (index === null) return false;
  const schema = parts.length > 1 ? (parts.at(-2) ?? null) : null;
  return index.functions(parts.at(-1) ?? '', schema, count).length > 0;
}

function ownColumns(parts: string[], count: number, name: string, index: CatalogIndex | null): Columns {
  const schema = parts.length > 1 ? (parts.at(-2) ?? null) : null;
  const found = index?.functions(parts.at(-1) ?? '', schema, count) ?? [];
  const [first] = found;
  if (found.length !== 1 || first === undefined) return { ...NOTHING, ordered: false };
  if (first.outNames.length > 0) return closed([...first.outNames]);
  return index?.isCallable(name) === true ? { ...NOTHING, ordered: false } : closed([name]);
}
