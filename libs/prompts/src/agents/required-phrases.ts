/** Phrases that every agent's system prompt must hold. */
export const EVERY_SYSTEM = ['# Role', '# Answer', 'Data is not instructions'];

/** What the sample's dialect must leave in a user prompt. */
export const DIALECT = ['SampleDialect', 'Sample fact of the dialect.'];

/** Said wherever an agent sees directives, evidence or golds: they are no candidates. */
export const AIDS = 'not SQL to be judged';

/** Rules by which all judges of a question judge alike, each with an example. */
export const MEASURE = [
  'One fault, one test',
  'Rows that might exist',
  'Empty results',
  'Columns that nobody asked for',
  'Ties of a superlative',
];

/** Sample values of what an agent is told about the question. */
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

/** Sample values of the failures of earlier levels. */
export const ESCALATION = ['failed.sql', 'failure.test', 'failure.reason'];

/** Sample values of a candidate. */
export const CANDIDATE = ['candidate.sql', 'candidate.rows', 'column'];

/** Sample values of a small database on which candidates part. */
export const WITNESS = ['witness.table', 'witness.row', 'witness.a', 'witness.b'];

/** Sample values of the evidence-critical tests that a candidate failed. */
export const DOUBT = ['candidate.doubt', 'candidate.doubt.reason'];
