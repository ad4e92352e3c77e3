import type { MetricFormula, TableName } from './item.js';

/** Tables that a formula reads. */
export function tablesOf(formula: MetricFormula): TableName[] {
  return formula.kind === 'aggregate'
    ? [formula.table]
    : [...tablesOf(formula.numerator), ...tablesOf(formula.denominator)];
}

/** A formula in words that are nearly SQL: `SUM(amount) over orders where status = 'paid'`. */
export function formulaText(formula: MetricFormula): string {
  if (formula.kind === 'ratio') return `(${formulaText(formula.numerator)}) / (${formulaText(formula.denominator)})`;
  const { expression, table, filters } = formula;
  const conditions = filters.map((filter) => (filters.length > 1 && /\bor\b/i.test(filter) ? `(${filter})` : filter));
  return `${expression} over ${table.name}${filters.length === 0 ? '' : ` where ${conditions.join(' and ')}`}`;
}

/** Characters of a test that a definition makes. */
const LONGEST_STATEMENT = 1000;

/** The test that a metric's definition makes, on one line: documents write what they like. */
export function metricStatement(name: string, formula: MetricFormula): string {
  const statement = `“${name}” is computed as ${formulaText(formula)}.`.replace(/\s+/g, ' ');
  return statement.length <= LONGEST_STATEMENT ? statement : `${statement.slice(0, LONGEST_STATEMENT - 1)}…`;
}
