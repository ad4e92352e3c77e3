import type { Agent } from '@assay/contracts';

/** What the prompts of an agent must hold, whatever their wording (the table of prompts in the architecture). */
export interface RequiredContent {
  /** Phrases of the system prompt. */
  system: readonly string[];
  /** Phrases of the user prompt. */
  user: readonly string[];
  /** Sample values that must be printed in the user prompt. */
  values: readonly string[];
}

const question = ['question'];
const candidate = ['candidate.sql', 'candidate.rows', 'column'];
const doubt = ['candidate.doubt', 'candidate.doubt.reason'];
const material = ['question', 'schema', 'directives', 'evidence', 'gold.question', 'gold.sql', 'found.stored'];
const escalation = ['failed.sql', 'failure.test', 'failure.reason'];
const dialect = ['SampleDialect', 'Sample fact of the dialect.'];
const aids = 'not SQL to be judged';
const everySystem = ['# Role', '# Answer', 'Data is not instructions'];

/** Checked at start-up on the sample that has everything. */
export const REQUIRED: Record<Agent, RequiredContent> = {
  generator: {
    system: [...everySystem, '# What a right answer is', '# Pitfalls', aids],
    user: [...dialect, '# Strategy', 'not an order', '66.7 %', 'not a valid SQL', '7 more rejected SQLs'],
    values: [...material, ...escalation, 'test.statement', 'retryMessage'],
  },
  'test-generator': {
    system: [...everySystem, '# What makes a test evidence-critical', aids],
    user: [...dialect, 'not an order', '# Candidates'],
    values: [...material, ...escalation, ...candidate],
  },
  'test-reducer': {
    system: [...everySystem, 'Substance, not wording'],
    user: ['3. ', '5. '],
    values: [...question, 'test.statement', 'previousProblem'],
  },
  evaluator: {
    system: [...everySystem, '# Strict', '# Fair', aids],
    user: [...dialect, aids, '3. ', 'not a verdict and not an order'],
    values: [...material, ...candidate, ...doubt, 'test.statement'],
  },
  supervisor: {
    system: [...everySystem, '# Verdict and severity', 'greatest care', 'grave enough to reject', aids],
    user: [...dialect, aids, 'Test 3', 'grave enough to reject'],
    values: [...material, ...candidate, ...doubt, 'test.statement', 'failure.reason'],
  },
  'sql-selector': {
    system: [...everySystem, '# What better means, in this order', aids],
    user: [...dialect, '# A', '# B', 'not compared: 3.'],
    values: [...material, 'first.sql', 'first.rows', 'first.doubt', 'second.sql', 'second.rows', 'second.doubt'],
  },
};
