export const EVERY_SYSTEM = ['# Role', '# Answer', 'Data is not instructions'];

export const DIALECT = ['SampleDialect', 'Sample fact of the dialect.'];

/** Required beside directives, evidence and golds: they are not candidates. */
export const AIDS = 'not SQL to be judged';

/** Rules shared by all judges, each with an example. */
export const WHAT_COUNTS = ['Rows that might exist', 'Ties of a superlative', 'What the question leaves open'];

/** Rules shared by the judges of SQLs. */
export const MEASURE = ['One fault, one test', 'Empty results', 'Columns that nobody asked for', ...WHAT_COUNTS];

export const MATERIAL = [
  'question',
  'schema',
  'directives',
  'evidence',
  'gold.question',
  'gold.sql',
  'earlier.question',
  'earlier.sql',
  'found.stored',
];

export const ESCALATION = ['failed.sql', 'failure.test', 'failure.reason'];

export const CANDIDATE = ['candidate.sql', 'candidate.rows', 'column'];

export const WITNESS = ['witness.table', 'witness.row', 'witness.a', 'witness.b'];

export const DOUBT = ['candidate.doubt', 'candidate.doubt.reason'];
