/** A table in a document. The schema is a hint: documents may describe another copy. */
export interface TableName {
  schema: string | null;
  name: string;
}

export type MetricFormula =
  /** An aggregate over a table; columns may be qualified by `alias`. */
  | { kind: 'aggregate'; table: TableName; alias: string; expression: string; filters: string[] }
  | { kind: 'ratio'; numerator: MetricFormula; denominator: MetricFormula };

/** A metric named in the question; candidates are tested against it. */
export interface AskedMetric {
  name: string;
  /** Defining document. */
  source: string;
  formula: MetricFormula;
}

export type MetricTest = Pick<AskedMetric, 'name' | 'source'> & { statement: string };
