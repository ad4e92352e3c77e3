import type { DatabaseSchema, MetricFormula, TableName, TableSchema } from '@assay/contracts';
import { type QueryBlock, queryBlocks, quoteName, type Range, StatementText } from '@assay/sql';
import { aggregateCalls, isKnown } from './aggregate-calls.js';
import { ownCondition } from './conditions.js';
import { isOneValue, keyIn, writeMetric, type MetricPlace } from './metric-expression.js';
import { TableFinder, type TableScope } from './table-scope.js';
import { valueSpans, type ValueSpan } from './value-spans.js';

/** Computes a candidate's part and the metric over the same rows and groups. */
export interface MetricCheck {
  sql: string;
  piece: string;
  /** Ways to write the metric. The last columns are `piece`, a column per way, then with `readsRepeats` key counts. */
  forms: number;
  readsRepeats: boolean;
  /** A mismatch is proof. */
  isDecisive: boolean;
  block: number;
}

export interface CheckedCandidate {
  checks: MetricCheck[];
  /** Some values cannot be compared. */
  isHidden: boolean;
}

const FRACTIONS = /numeric|decimal|real|double|float|money|number/i;
const MOST_CHECKS = 24;

export function tablesOf(formula: MetricFormula, schema: DatabaseSchema): (TableSchema | undefined)[] {
  const names = namesOf(formula);
  return [...new Set(names.map((name) => schema.tables.find((table) => isNamed(table, name))))];
}

/** Over the whole table, for instance facts; null if impossible. */
export function metricStatement(formula: MetricFormula, schema: DatabaseSchema): string | null {
  const [table] = tablesOf(formula, schema);
  if (table === undefined || formula.kind !== 'aggregate') return null;
  const { alias, expression, filters } = formula;
  const parts = [expression, ...filters].map((part) => new StatementText(part, schema.dialect));
  if (!parts.every(isOneValue)) return null;
  const where = filters.length === 0 ? '' : ` WHERE ${filters.map((filter) => `(${filter})`).join(' AND ')}`;
  return `SELECT ${expression} FROM ${quoteName(table, schema.dialect)} ${alias}${where}`;
}

/**
 * @param formula over one table
 * @returns null for unparsable text, and for more than `MOST_CHECKS` checks
 */
export function metricChecks(
  sql: string,
  formula: MetricFormula,
  table: TableSchema,
  schema: DatabaseSchema,
): CheckedCandidate | null {
  const text = new StatementText(sql, schema.dialect);
  if (!text.isWhole) return null;
  const found: CheckedCandidate = { checks: [], isHidden: false };
  const finder = new TableFinder(text, table, schema);
  for (const [number, block] of queryBlocks(text).entries()) {
    const spans = valueSpans(text, block);
    if (spans.length === 0) continue;
    const { scopes, isHidden } = finder.seenBy(block);
    found.isHidden ||= isHidden;
    for (const span of spans) {
      const made = scopes.flatMap(
        (scope) => checkOf(text, block, span, { formula, table, schema, scope, number }) ?? [],
      );
      found.checks.push(...made);
      // The candidate may mean any copy of the table.
      if (made.length < scopes.length || made.length > 1) found.isHidden ||= isMetricLike(text, span);
    }
  }
  return found.checks.length > MOST_CHECKS ? null : found;
}

interface Target {
  formula: MetricFormula;
  table: TableSchema;
  schema: DatabaseSchema;
  scope: TableScope;
  number: number;
}

function checkOf(text: StatementText, block: QueryBlock, span: ValueSpan, target: Target): MetricCheck | null {
  const { formula, table, schema, scope, number } = target;
  if (span.calls.some(({ isWindow }) => isWindow)) return null;
  const conditions = span.calls.map((call) => ownCondition(text, call));
  const base: Omit<MetricPlace, 'conditions'> = {
    table,
    scope,
    dialect: schema.dialect,
    isJoined: block.sources.length > 1,
  };
  const own = conditions.map(({ condition }) => condition ?? '1 = 1');
  const hasOwn = conditions.some(({ condition }) => condition !== null);
  // SQLite may store 2.0 as an integer, whose division truncates: both results are right.
  const divisions = readsFractions(formula, table) ? [false, true] : [false];
  const forms = [[], ...(hasOwn ? [own] : [])].flatMap((conditions) =>
    divisions.map((cutsOff) => writeMetric(formula, { ...base, conditions, cutsOff })),
  );
  if (forms.includes(null)) return null;
  const written = forms.flatMap((form) => (form === null ? [] : [form.sql]));
  // A candidate may give percents.
  if (formula.kind === 'ratio') written.push(...written.map((each) => `100.0 * ${each}`));
  const key = keyIn(base);
  const readsRepeats = base.isJoined && key !== null && forms.some((form) => form?.countsRepeats === true);
  const piece = text.text(span.range.from, span.range.to);
  const added = [piece, ...written, ...(readsRepeats ? [`COUNT(${key})`, `COUNT(DISTINCT ${key})`] : [])];
  return {
    sql: statementOf(text, block, added),
    piece,
    forms: written.length,
    readsRepeats,
    isDecisive: conditions.every(({ isMixed }) => !isMixed) && span.calls.every(isKnown),
    block: number,
  };
}

function readsFractions(formula: MetricFormula, table: TableSchema): boolean {
  if (formula.kind === 'ratio') return readsFractions(formula.numerator, table);
  const words = new Set(formula.expression.toLowerCase().match(/[\p{L}\p{N}_]+/gu));
  return table.columns.some(({ name, type }) => FRACTIONS.test(type) && words.has(name.toLowerCase()));
}

function statementOf(text: StatementText, block: QueryBlock, added: readonly string[]): string {
  const { items, body, withs, isRecursive } = block;
  const clauses = withs.map(({ from, to }: Range) => text.text(from, to)).join(', ');
  const before = clauses === '' ? '' : `WITH ${isRecursive ? 'RECURSIVE ' : ''}${clauses} `;
  const columns = added.map((each, index) => `${each} AS metric_${index}`).join(', ');
  return `${before}SELECT ${text.text(items.from, items.to)}, ${columns} ${text.text(body.from, body.to)}`;
}

/** A window over an aggregate is not a separate metric: the inner aggregate is checked. */
function isMetricLike(text: StatementText, { calls }: ValueSpan): boolean {
  return calls.some(({ isWindow, argument }) => !isWindow || aggregateCalls(text, argument).length === 0);
}

function namesOf(formula: MetricFormula): TableName[] {
  return formula.kind === 'aggregate'
    ? [formula.table]
    : [...namesOf(formula.numerator), ...namesOf(formula.denominator)];
}

function isNamed(table: TableSchema, { schema, name }: TableName): boolean {
  return table.name === name && table.schema === schema;
}
