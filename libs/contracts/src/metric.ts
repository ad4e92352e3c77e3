/** A table as a document names it: its schema is a hint, because documents are written for other copies of a database. */
export interface TableName {
  schema: string | null;
  name: string;
}

/** How a metric is computed, in names of the database. */
export type MetricFormula =
  /** An aggregate over one table; columns may be qualified by `alias`. */
  | { kind: 'aggregate'; table: TableName; alias: string; expression: string; filters: string[] }
  | { kind: 'ratio'; numerator: MetricFormula; denominator: MetricFormula };

/** A metric that a question asks for by name, as its candidates are held to it. */
export interface AskedMetric {
  name: string;
  /** The document that defines it. */
  source: string;
  formula: MetricFormula;
}

/** The test that a metric's definition makes, as decisions know it. */
export type MetricTest = Pick<AskedMetric, 'name' | 'source'> & { statement: string };
