import type { ErrorCategory, Dialect, StatementError } from '@assay/contracts';
import type { DialectFacts, DialectIdiom } from '../dialects/dialect-facts.js';
import { dialectFacts, dialectErrors } from '../dialects/sql-dialects.js';
import { quoteName } from './quote-name.js';
import type { RetryFailure } from './retry-failure.js';
import { syntaxHints } from './syntax-hints.js';
import { topicAdvice, topicExample } from './topic-advice.js';
import { plainCode, type CodeSet } from './error-codes.js';
import type { ErrorTopic } from './error-topics.js';

const JOIN_WORDS = /\bjoins?\b|ON clause references/i;

const texts: readonly [RegExp, ErrorTopic][] = [
  [/no such column/i, 'column'],
  [/no such table|unknown database/i, 'table'],
  [JOIN_WORDS, 'join'],
  [/ambiguous/i, 'ambiguous'],
  [/no such function|wrong number of arguments|misuse of window/i, 'function'],
  [/misuse of aggregate|group by/i, 'group-by'],
  [/datatype mismatch|malformed json|integer overflow/i, 'types'],
  [/sub-select returns|row value misused/i, 'single-value'],
  [/same number of result columns/i, 'set-operation'],
  [/interrupted|timed? ?out|time limit/i, 'timeout'],
];

function topicOfError(dialect: Dialect, error: Pick<StatementError, 'code' | 'message'>): ErrorTopic {
  const { topics, categoriesByText } = dialectErrors(dialect);
  const known = plainCode(error.code);
  const byCode = (Object.entries(topics) as [ErrorTopic, CodeSet][]).find(([, set]) => set?.test(known));
  if (byCode !== undefined) return byCode[0];
  const hasCodes = categoriesByText === null && error.code !== null;
  if (hasCodes) return JOIN_WORDS.test(error.message) ? 'join' : 'other';
  return texts.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'other';
}

/** By attempt: general, specific, with examples. */
type Ladder = (failure: RetryFailure, facts: DialectFacts) => readonly [string, string, string];

const IDIOMS: readonly (readonly [string, (facts: DialectFacts) => DialectIdiom])[] = [
  ['Quoting', (facts) => facts.identifierQuoting],
  ['Limit', (facts) => facts.limit],
  ['Current time', (facts) => facts.currentTimestamp],
  ['Length of a text', (facts) => facts.stringLength],
  ['Null', (facts) => facts.nullHandling],
  ['Joining texts', (facts) => facts.concatenation],
  ['Order of nulls', (facts) => facts.nullsOrdering],
  ['Comparing texts', (facts) => facts.textComparison],
];

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function rules(facts: DialectFacts): string {
  return list(IDIOMS.map(([name, idiom]) => `${name}: ${idiom(facts).rule}`));
}

function examples(facts: DialectFacts): string {
  return list(IDIOMS.map(([name, idiom]) => `${name}: ${idiom(facts).rule} Example: ${idiom(facts).example}`));
}

function topicLines(failure: RetryFailure): { advice: string; example: string } {
  const error = failure.error ?? { code: null, message: failure.message };
  const topic = topicOfError(failure.dialect, error);
  const example = topicExample(topic, failure.dialect);
  return { advice: topicAdvice[topic], example: example === null ? '' : `\nExample: ${example}` };
}

function smallSelect({ schema, dialect }: RetryFailure): string {
  const [table] = schema.tables;
  return `SELECT COUNT(*) FROM ${table === undefined ? 'the_main_table' : quoteName(table, dialect)}`;
}

const LADDERS: Readonly<Record<ErrorCategory, Ladder>> = {
  SYNTAX_ERROR: (failure, facts) => [
    'Check commas, parentheses, quotes and the spelling of keywords near the place that the error names. ' +
      `In ${facts.name}: ${facts.identifierQuoting.rule} ${facts.limit.rule}`,
    `${syntaxHints(failure, facts)}What ${facts.name} wants:\n${rules(facts)}`,
    `Write exactly so in ${facts.name}:\n${examples(facts)}`,
  ],
  SCHEMA_ERROR: (failure, facts) => [
    `Use only tables and columns of the schema, spelt as they are there. ${facts.identifierQuoting.rule}`,
    `${topicLines(failure).advice}\nQualify every column with its table's alias. ${facts.identifierQuoting.rule}`,
    `Copy each name from the schema letter by letter. ${topicLines(failure).advice}${topicLines(failure).example}\n` +
      `Example of quoting in ${facts.name}: ${facts.identifierQuoting.example}\n` +
      'What you need and the schema does not have must be computed, or reached by a join along a foreign key.',
  ],
  EXECUTION_ERROR: (failure, facts) => [
    topicLines(failure).advice,
    `${topicLines(failure).advice}\nKnown pitfalls of ${facts.name}:\n${list(facts.pitfalls)}`,
    `${topicLines(failure).advice}${topicLines(failure).example}\n` +
      `Build the statement up from its innermost part. Write exactly so in ${facts.name}:\n${examples(facts)}`,
  ],
  EMPTY_RESULT: (failure, facts) => [
    'Check that the conditions are not too strict, that the tables hold data, and that no join loses all rows.',
    'Relax the filters one by one; make inner joins left joins; check the bounds of dates; compare with values that ' +
      'exist (see the examples in the schema). Where a text must not match to the letter, LIKE with % finds it where = ' +
      'does not; where conditions name alternatives, OR (or IN) between them, not AND. ' +
      `In ${facts.name}: ${facts.textComparison.rule} Example: ${facts.textComparison.example}`,
    'Build up from a small SELECT that counts rows; add one join or one filter at a time, and keep what still returns rows.\n' +
      `Start in ${facts.name} with: ${smallSelect(failure)}`,
  ],
  VALIDATION_FAILED: (_failure, facts) => [
    'Answer with one statement that reads: SELECT, WITH … SELECT, VALUES or a set operation.',
    `No writing, no locking, no INTO, no second statement, no system catalogs, and in ${facts.name} only built-in functions that compute from their arguments.`,
    `Write it anew as one plain SELECT. Example of a statement that passes in ${facts.name}: ${facts.limit.example}`,
  ],
  EVIDENCE_MISMATCH: (_failure, facts) => [
    'The statement goes against the evidence: read it again and follow it to the letter.',
    `For each failed check, find the clause of the statement that decides it, and change that clause, in ${facts.name}.`,
    `Rewrite the statement from the evidence: one condition or expression for each of its sentences. Write exactly so in ${facts.name}:\n${examples(facts)}`,
  ],
};

export function guidanceFor(failure: RetryFailure): string {
  const [general, specific, explicit] = LADDERS[failure.category](failure, dialectFacts(failure.dialect));
  if (failure.attempt <= 1) return general;
  return failure.attempt === 2 ? specific : explicit;
}
