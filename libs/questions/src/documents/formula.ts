import type { MetricFormula, TableName } from '@assay/contracts';

export function tablesOf(formula: MetricFormula): TableName[] {
  return formula.kind === 'aggregate'
    ? [formula.table]
    : [...tablesOf(formula.numerator), ...tablesOf(formula.denominator)];
}

/** `SUM(amount) over orders where status = 'paid'`. */
export function formulaText(formula: MetricFormula): string {
  if (formula.kind === 'ratio') return `(${formulaText(formula.numerator)}) / (${formulaText(formula.denominator)})`;
  const { expression, table, filters } = formula;
  const conditions = filters.map((filter) => (filters.length > 1 && /\bor\b/i.test(filter) ? `(${filter})` : filter));
  return `${expression} over ${table.name}${filters.length === 0 ? '' : ` where ${conditions.join(' and ')}`}`;
}

const LONGEST_STATEMENT = 1000;

/** The test derived from a metric, as a single line. */
export function metricStatement(name: string, formula: MetricFormula): string {
  const statement = `“${name}” is computed as ${formulaText(formula)}.`.replace(/\s+/g, ' ');
  return statement.length <= LONGEST_STATEMENT ? statement : `${statement.slice(0, LONGEST_STATEMENT - 1)}…`;
}
