import type { ErrorCategory } from '@assay/contracts';
import { dialectFacts, type DialectFacts, type DialectIdiom } from '../dialects/dialect-facts.js';
import type { RetryFailure } from './retry-message.js';

/** Guidance of each category: general, then specific, then explicit. */
type Ladder = (failure: RetryFailure, facts: DialectFacts) => readonly string[];

const IDIOMS: readonly (readonly [string, (facts: DialectFacts) => DialectIdiom])[] = [
  ['Quoting', (facts) => facts.identifierQuoting],
  ['Limit', (facts) => facts.limit],
  ['Current time', (facts) => facts.currentTimestamp],
  ['Length of a text', (facts) => facts.stringLength],
  ['Null', (facts) => facts.nullHandling],
  ['Joining texts', (facts) => facts.concatenation],
  ['Order of nulls', (facts) => facts.nullsOrdering],
];

const rules = (facts: DialectFacts): string[] => IDIOMS.map(([name, idiom]) => `${name}: ${idiom(facts).rule}`);
const examples = (facts: DialectFacts): string[] =>
  IDIOMS.map(([name, idiom]) => `${name}: ${idiom(facts).rule} Example: ${idiom(facts).example}`);

/** What the text of an execution error is about. Only the choice of advice hangs on it, nothing else. */
const VARIANTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /group by|aggregate/i,
    [
      'Every selected column that is not inside an aggregate must be in GROUP BY.',
      'Aggregates belong in SELECT and HAVING, not in WHERE or GROUP BY.',
    ],
  ],
  [
    /operator does not exist|type|cast|convert|invalid input|overflow|out of range/i,
    [
      'Compare values of the same type; cast explicitly where they differ.',
      'Check the types of the columns in the schema.',
    ],
  ],
  [/division by zero|divide/i, ['Guard the divisor with NULLIF(divisor, 0).']],
  [
    /more than one row|subquery/i,
    ['A subquery that stands for one value must return one row: aggregate it, or use IN.'],
  ],
  [/timeout|canceling|cancelled|time limit/i, ['The statement took too long: filter earlier, and join on keys only.']],
  [
    /join|missing from-clause|ambiguous/i,
    ['Give every table an alias, define it before it is used, and qualify every column.'],
  ],
];

const LADDERS: Readonly<Record<ErrorCategory, Ladder>> = {
  SYNTAX_ERROR: (failure, facts) => [
    `Check commas, parentheses, quotes and the spelling of keywords.\n${facts.identifierQuoting.rule}`,
    `What ${facts.name} wants:\n- ${rules(facts).join('\n- ')}`,
    `Write exactly so in ${facts.name}:\n- ${examples(facts).join('\n- ')}`,
  ],
  SCHEMA_ERROR: (_failure, facts) => [
    'Use only tables and columns of the schema, spelt as they are there.',
    `Qualify every column with its table's alias. ${facts.identifierQuoting.rule}`,
    `Copy each name from the schema letter by letter. Example of quoting: ${facts.identifierQuoting.example}. ` +
      'A column that you need and that is not there must be computed or reached by a join along a foreign key.',
  ],
  EXECUTION_ERROR: (failure, facts) => [
    (
      VARIANTS.find(([pattern]) => pattern.test(failure.message))?.[1] ?? [
        'Check types, functions and the order of clauses.',
      ]
    ).join('\n'),
    `Known pitfalls of ${facts.name}:\n- ${facts.pitfalls.join('\n- ')}`,
    `Build the statement up from its innermost part. Write exactly so in ${facts.name}:\n- ${examples(facts).join('\n- ')}`,
  ],
  EMPTY_RESULT: () => [
    'Check that the conditions are not too strict, that the tables hold data, and that no join loses all rows.',
    'Relax the filters one by one; make inner joins left joins; check the bounds of dates; compare with values that exist (see the examples in the schema).',
    'Build up from a small SELECT: count the rows of the main table, add one join or one filter at a time, and keep what still returns rows.',
  ],
  VALIDATION_FAILED: (_failure, facts) => [
    'Answer with one statement that reads: SELECT, WITH … SELECT, VALUES or a set operation.',
    'No writing, no locking, no INTO, no second statement, and only functions that compute from their arguments.',
    `Example of a statement that passes in ${facts.name}: ${facts.limit.example}`,
  ],
  EVIDENCE_MISMATCH: () => [
    'The statement goes against the evidence: read it again and follow it to the letter.',
    'For each failed check, find the clause of the statement that decides it, and change that clause.',
    'Rewrite the statement from the evidence: one condition or expression for each of its sentences.',
  ],
};

/** Guidance for this attempt; from the third on the most explicit. */
export function guidanceFor(failure: RetryFailure): string {
  const facts = dialectFacts(failure.dialect);
  const steps = LADDERS[failure.category](failure, facts);
  return steps[Math.min(failure.attempt, steps.length) - 1] ?? '';
}
