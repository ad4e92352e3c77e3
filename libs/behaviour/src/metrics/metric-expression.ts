import type { Dialect, MetricFormula, TableSchema } from '@assay/contracts';
import { aggregateCalls, isKnown } from './aggregate-calls.js';
import { caseWithoutElse } from './conditions.js';
import { type Range, StatementText } from '@assay/sql';
import type { TableScope } from './table-scope.js';
import { outermost } from './value-spans.js';

export interface MetricPlace {
  table: TableSchema;
  scope: TableScope;
  dialect: Dialect;
  /** Joins may repeat or drop rows. */
  isJoined: boolean;
  /** As written. For a ratio: numerator, denominator; the latter applies to both. */
  conditions: readonly string[];
  /** Integer division may truncate. */
  cutsOff?: boolean;
}

export interface WrittenMetric {
  sql: string;
  countsRepeats: boolean;
}

const LONGEST = 2000;

type Aggregate = Extract<MetricFormula, { kind: 'aggregate' }>;

/**
 * @returns null if it cannot be written: a column out of scope, an unsupported aggregate, or rows repeated by a join
 */
export function writeMetric(formula: MetricFormula, place: MetricPlace): WrittenMetric | null {
  if (formula.kind === 'aggregate') return writeAggregate(formula, place);
  const [own, last = own] = place.conditions;
  const both = own === undefined || last === undefined ? [] : [`${own} AND ${last}`];
  const numerator = writeMetric(formula.numerator, { ...place, conditions: both });
  const denominator = writeMetric(formula.denominator, { ...place, conditions: last === undefined ? [] : [last] });
  if (numerator === null || denominator === null) return null;
  return {
    sql: `(${numerator.sql}) ${divisionOf(place)} NULLIF((${denominator.sql}), 0)`,
    countsRepeats: numerator.countsRepeats || denominator.countsRepeats,
  };
}

function divisionOf({ cutsOff = false }: MetricPlace): string {
  return cutsOff ? '/' : '* 1.0 /';
}

/** Single-column primary key in scope, if any. */
export function keyIn({ table, scope }: Pick<MetricPlace, 'table' | 'scope'>): string | null {
  const [key, ...more] = table.primaryKey;
  const column = key === undefined || more.length > 0 ? undefined : scope.columns.get(key.toLowerCase());
  return column === undefined ? null : `${scope.alias}.${column}`;
}

function writeAggregate(formula: Aggregate, place: MetricPlace): WrittenMetric | null {
  const written = [formula.expression, ...formula.filters].map((part) => inScope(part, formula.alias, place));
  if (written.includes(null)) return null;
  const [expression = '', ...filters] = written as string[];
  const key = keyIn(place);
  const isThere = key !== null && place.isJoined ? [`${key} IS NOT NULL`] : [];
  const conditions = [...place.conditions.slice(0, 1), ...filters.map((filter) => `(${filter})`), ...isThere];
  const text = new StatementText(expression, place.dialect);
  const calls = outermost(aggregateCalls(text, { from: 0, to: text.length }));
  if (calls.length === 0 || calls.some((call) => call.isWindow || call.filter !== null || !isKnown(call))) return null;
  let [sql, from, countsRepeats] = ['', 0, false];
  for (const { range, name, argument, isDistinct } of calls) {
    const inner = aggregateCalls(text, argument);
    if (inner.length > 0) return null;
    const row = text.text(argument.from, argument.to);
    const marked = name === 'sum' ? markedRows(text, argument) : null;
    const isCount = (name === 'count' && !isDistinct) || marked !== null;
    if (isCount && key === null && place.isJoined) return null;
    const isOfKeys = isCount && key !== null;
    countsRepeats ||= !isDistinct && !isOfKeys && !['min', 'max'].includes(name);
    sql += expression.slice(from, text.tokens[range.from]?.start);
    if (marked !== null) sql += countOf('*', key, [...conditions, `(${marked})`]);
    else sql += isCount ? countOf(row, key, conditions) : callOf(name, isDistinct, row, conditions);
    from = text.tokens[range.to - 1]?.end ?? 0;
  }
  // Definitions mean exact division.
  sql = (sql + expression.slice(from)).replace(/\/(?!\*)/g, calls.length > 1 ? divisionOf(place) : '/');
  if (countsRepeats && key === null && place.isJoined) return null;
  return { sql, countsRepeats };
}

function markedRows(text: StatementText, argument: Range): string | null {
  const counted = caseWithoutElse(text, argument);
  return counted?.value === '1' ? counted.condition : null;
}

function countOf(row: string, key: string | null, conditions: readonly string[]): string {
  const isOfRows = row === '*' || /^\d+$/.test(row);
  const all = isOfRows ? conditions : [...conditions, `(${row}) IS NOT NULL`];
  const when = all.length === 0 ? '1 = 1' : all.join(' AND ');
  return key === null ? `COUNT(CASE WHEN ${when} THEN 1 END)` : `COUNT(DISTINCT CASE WHEN ${when} THEN ${key} END)`;
}

function callOf(name: string, isDistinct: boolean, row: string, conditions: readonly string[]): string {
  const counted = conditions.length === 0 ? row : `CASE WHEN ${conditions.join(' AND ')} THEN ${row} END`;
  return `${name.toUpperCase()}(${isDistinct ? 'DISTINCT ' : ''}${counted})`;
}

/** One scalar expression without subquery or comment. */
export function isOneValue(text: StatementText): boolean {
  if (text.sql.length > LONGEST || !text.isWhole || text.hasComments) return false;
  const words = text.tokens.map((_, place) => text.word(place));
  return text.parts(0, text.length).length === 1 && !words.some((word) => word === ';' || word === 'select');
}

function inScope(expression: string, alias: string, { table, scope, dialect }: MetricPlace): string | null {
  const text = new StatementText(expression, dialect);
  const names = new Set(table.columns.map(({ name }) => name.toLowerCase()));
  if (!isOneValue(text)) return null;
  let [written, from] = ['', 0];
  for (const [place, token] of text.tokens.entries()) {
    const name = text.name(place);
    if (name === null || !names.has(name) || ['(', '.'].includes(text.word(place + 1))) continue;
    const isQualified = text.word(place - 1) === '.';
    if (isQualified && text.name(place - 2) !== alias.toLowerCase()) continue;
    if (text.word(place - 1) === '::' || (text.word(place - 1) === 'as' && text.word(place + 1) === ')')) continue;
    if (text.tokens[place + 1]?.kind === 'string') continue;
    const column = scope.columns.get(name);
    if (column === undefined) return null;
    const start = isQualified ? text.tokens[place - 2]?.start : token.start;
    written += `${expression.slice(from, start)}${scope.alias}.${column}`;
    from = token.end;
  }
  return written + expression.slice(from);
}
