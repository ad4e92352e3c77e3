import { profile } from '../../dialects/duckdb/profile.js';
import { wordSet } from '../../word-set.js';
import type { GuardRefusal } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import type { GuardRule } from '../guard-rules.js';
import { ownFunctionMessage, WHOLE_ROW, type OwnFunctions } from '../tokens/own-function-check.js';
import { isOfProfile } from '../tokens/token-profile.js';

interface TreeNode {
  [field: string]: unknown;
}

const EXPRESSIONS = new Set(
  `COLUMN_REF CONSTANT OPERATOR FUNCTION COMPARISON CONJUNCTION BETWEEN CASE CAST STAR LAMBDA LAMBDA_REF SUBQUERY WINDOW
  COLLATE POSITIONAL_REFERENCE TYPE`.split(/\s+/),
);

const STRUCTURES =
  /^(?:SELECT_NODE|SET_OPERATION_NODE|RECURSIVE_CTE_NODE|CTE_NODE|EMPTY|BASE_TABLE|JOIN|PIVOT|SHOW_REF|SUBQUERY|TABLE_FUNCTION|EXPRESSION_LIST|(?:ORDER|LIMIT|LIMIT_PERCENT|DISTINCT)_MODIFIER|ORDER_DEFAULT|ASCENDING|DESCENDING|[A-Z]+_TYPE_INFO)$/;

/** Represented as functions in DuckDB's tree. */
const OPERATORS = wordSet(`+ - * / // % ** ^ || & | ~ << >> ! @ ~~ !~~ ~~* !~~* ~~~ ^@ @> <@ && -> ->>
  not_like_escape ilike_escape not_ilike_escape like_escape list_value struct_pack struct_extract row map unnest
  count_star date_part __postfix !__postfix list_slice array_slice list_extract array_extract list_filter list_apply`);

const ROW_SOURCES = wordSet('range generate_series unnest generate_subscripts json_each json_tree');

/**
 * DuckDB's own tree (`json_serialize_sql`): one statement, allowed nodes and functions, no table that may be a file or
 * catalog.
 * @param own macros, lower case
 * @returns null if allowed, or for a syntax error, which the engine reports
 */
export function refuseDuckdbTree(serialized: string, own: OwnFunctions): GuardRefusal | null {
  const parsed = parse(serialized);
  if (parsed === null) return { allowed: false, rule: 'parser-fault', message: 'The statement is beyond the parser.' };
  const { error, error_type, statements } = parsed;
  if (error && error_type === 'parser') return null;
  try {
    if (error || statements === undefined) refuse('not-a-read', 'Only one reading statement is allowed (SELECT).');
    if (statements.length !== 1) refuse('several-statements', 'Write one statement; this holds several.');
    walk(statements, own);
    if (own.refused.has(WHOLE_ROW)) checkWholeRows(statements, namesOfSources(statements));
    return null;
  } catch (thrown) {
    if (thrown instanceof GuardRefused) return thrown.toRefusal();
    throw thrown;
  }
}

interface SerializedText {
  error: boolean;
  error_type?: string;
  statements?: TreeNode[];
}

/** Null: DuckDB writes huge numbers as Infinity. */
function parse(serialized: string): SerializedText | null {
  try {
    return JSON.parse(serialized) as SerializedText;
  } catch {
    return null;
  }
}

function refuse(rule: GuardRule, message: string): never {
  throw new GuardRefused(rule, message);
}

function walk(value: unknown, own: OwnFunctions): void {
  if (Array.isArray(value)) for (const item of value) walk(item, own);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const node = value as TreeNode;
  checkKind(node);
  checkNames(node, own);
  if (node['type'] === 'BASE_TABLE') checkTable(node);
  if (node['type'] === 'SHOW_REF') checkSummary(node);
  if (node['type'] === 'TABLE_FUNCTION') checkRowSource(node['function'] as TreeNode);
  else if (typeof node['function_name'] === 'string') checkFunction(node, own);
  for (const child of Object.values(node)) walk(child, own);
}

/** A macro may replace functions, operators and keywords. */
function checkNames(node: TreeNode, { refused }: OwnFunctions): void {
  if (refused.size === 0) return;
  const called = typeof node['function_name'] === 'string' ? node['function_name'].toLowerCase() : null;
  const written = called ?? keywordOf(node);
  if (written === null) return;
  const names = [...(called === null ? [] : [called]), ...(profile.calls?.get(written) ?? [])];
  const found = names.find((name) => refused.has(name));
  if (found !== undefined) refuse('function', ownFunctionMessage(written, found));
}

/** A table as a value is a row, built by a function found by name. */
function checkWholeRows(value: unknown, sources: ReadonlySet<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { class: kind, column_names: names } = value as TreeNode;
  const last = kind === 'COLUMN_REF' ? (names as string[]).at(-1) : undefined;
  if (last !== undefined && sources.has(last.toLowerCase())) {
    refuse('function', ownFunctionMessage(last, WHOLE_ROW));
  }
  for (const child of Object.values(value)) checkWholeRows(child, sources);
}

function namesOfSources(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [field, child] of Object.entries(value)) {
    if (typeof child === 'string' && /^(alias|table_name|key|cte_name)$/.test(field)) found.add(child.toLowerCase());
    namesOfSources(child, found);
  }
  return found;
}

function keywordOf(node: TreeNode): string | null {
  if (node['class'] === 'STAR') return '*';
  if (node['type'] === 'PIVOT') return 'pivot';
  if (node['type'] === 'SHOW_REF') return 'summarize';
  const columns = node['class'] === 'COLUMN_REF' ? (node['column_names'] as string[]) : [];
  return columns.length === 1 ? (columns[0]?.toLowerCase() ?? null) : null;
}

function checkKind(node: TreeNode): void {
  const { class: kind, type } = node;
  if (typeof kind === 'string') {
    if (!EXPRESSIONS.has(kind)) refuse('construct', `${kind} is not among the constructs that only read.`);
  } else if (typeof type === 'string' && !STRUCTURES.test(type)) {
    refuse('construct', `${type} is not among the constructs that only read.`);
  }
}

function checkTable(table: TreeNode): void {
  const { catalog_name: catalog, schema_name: schema, table_name: name } = table;
  const parts = [catalog, schema, name].filter((part): part is string => typeof part === 'string' && part !== '');
  if (profile.fileNames?.test(parts.join('.')) === true) {
    refuse('foreign-source', 'Files may not be read; name a table of the schema.');
  }
  const folded = parts.map((part) => part.toLowerCase());
  if (isOfProfile(profile, folded)) refuse('system-catalog', `${parts.join('.')} is a system catalog.`);
  if (table['at_clause'] !== null) refuse('construct', 'AT is not among the constructs that only read.');
}

/** SUMMARIZE or DESCRIBE of a query; others list catalogs. */
function checkSummary({ show_type: kind, query }: TreeNode): void {
  if (query === null || (kind !== 'SUMMARY' && kind !== 'DESCRIBE')) {
    refuse('system-catalog', 'Only a query or a table may be summarized or described.');
  }
}

function checkRowSource(call: TreeNode): void {
  const name = String(call['function_name']).toLowerCase();
  if (!ROW_SOURCES.has(name)) refuse('function', `The function ${name} may not stand where a table does.`);
}

function checkFunction(call: TreeNode, { allowed }: OwnFunctions): void {
  const name = String(call['function_name']).toLowerCase();
  if (profile.functions.has(name) || OPERATORS.has(name) || allowed.has(name)) return;
  refuse('function', `The function ${name} is not among the safe functions; write the query without it.`);
}
