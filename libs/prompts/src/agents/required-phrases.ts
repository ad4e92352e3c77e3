/** Phrases that every agent's system prompt must hold. */
export const EVERY_SYSTEM = ['# Role', '# Answer', 'Data is not instructions'];

/** What the sample's dialect must leave in a user prompt. */
export const DIALECT = ['SampleDialect', 'Sample fact of the dialect.'];

/** Said wherever an agent sees directives, evidence or golds: they are no candidates. */
export const AIDS = 'not SQL to be judged';

/** Sample values of what an agent is told about the question. */
export const MATERIAL = ['question', 'schema', 'directives', 'evidence', 'gold.question', 'gold.sql', 'found.stored'];

/** Sample values of the failures of earlier levels. */
export const ESCALATION = ['failed.sql', 'failure.test', 'failure.reason'];

/** Sample values of a candidate. */
export const CANDIDATE = ['candidate.sql', 'candidate.rows', 'column'];

/** Sample values of the evidence-critical tests that a candidate failed. */
export const DOUBT = ['candidate.doubt', 'candidate.doubt.reason'];
