import type { DatabaseSchema, Dialect, ErrorCategory, StatementError } from '@assay/contracts';
import { dialectFacts } from '../dialects/dialect-facts.js';
import { qualifiedName } from '../schema/qualified-name.js';
import { guidanceFor } from './guidance.js';
import { nearestNames } from './nearest-names.js';

/** A failed attempt at a candidate, as the model is told about it. */
export interface RetryFailure {
  category: ErrorCategory;
  /** 1 for the first failure. */
  attempt: number;
  dialect: Dialect;
  question: string;
  /** What failed; '' where there was no SQL. */
  sql: string;
  /** The primary error in words. */
  message: string;
  /** The database's own error, where it was the one that refused. */
  error: StatementError | null;
  failedChecks: readonly { name: string; error: string; suggestion: string | null }[];
  passedChecks: number;
  /** Earlier failures, oldest first. */
  previous: readonly { attempt: number; category: ErrorCategory; message: string; sql: string }[];
  /** The same SQL came back although it had failed before. */
  repeated: boolean;
  /** The linked schema: its names are what there is. */
  schema: DatabaseSchema;
}

const PREVIOUS_SHOWN = 5;
const PREVIOUS_LENGTH = 200;
const TABLES_SHOWN = 100;

/**
 * What a model is told about its failed SQL: more explicit with each attempt, in the database's own dialect.
 * Source: seed 002, with its facts verified.
 */
export function retryMessage(failure: RetryFailure): string {
  const { name } = dialectFacts(failure.dialect);
  const sections = [
    `${failure.category} (attempt ${failure.attempt}, ${name})`,
    `Question: ${failure.question}`,
    failure.sql === '' ? '' : `SQL that failed:\n${failure.sql}`,
    primaryError(failure),
    failure.repeated ? 'This is the same SQL as before. Sending it again cannot succeed: write it differently.' : '',
    checks(failure),
    guidanceFor(failure),
    `Tables there are: ${tables(failure.schema)}`,
    previousAttempts(failure),
    whatToDo(failure, name),
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function primaryError({ message, error, schema, sql }: RetryFailure): string {
  const position = error?.position ?? null;
  const where = position === null ? '' : ` (at character ${position}: ${excerpt(sql, position)})`;
  const hint = error?.hint ? `\nThe database's hint: ${error.hint}` : '';
  return `Error: ${message}${where}${suggestion(message, error, schema)}${hint}`;
}

/** The names of the schema that the error may have meant. */
function suggestion(message: string, error: StatementError | null, schema: DatabaseSchema): string {
  if (error?.category !== 'SCHEMA_ERROR') return '';
  const wrong = wrongName(message);
  const near = wrong === null ? [] : nearestNames(schema, wrong);
  if (near.length === 0) return '';
  return `; did you mean ${near.map((candidate) => `\`${candidate.name}\``).join(' or ')}?`;
}

/** The name that an error complains about: quoted, or after a word that introduces it. */
function wrongName(message: string): string | null {
  const quoted = /["'`[]([^"'`[\]]+)["'`\]]/.exec(message);
  const bare = /(?:column|table|relation|function|object name|identifier)s?:?\s+([\p{L}_][\p{L}\p{N}_.$]*)/iu.exec(
    message,
  );
  return quoted?.[1] ?? bare?.[1] ?? null;
}

function excerpt(sql: string, position: number): string {
  return JSON.stringify(sql.slice(Math.max(0, position - 1), position + 29));
}

function checks({ failedChecks, passedChecks }: RetryFailure): string {
  if (failedChecks.length === 0) return '';
  const lines = failedChecks.map(({ name, error, suggestion: fix }, index) => {
    const mend = fix === null ? '' : `\n   Mend it: ${fix}`;
    return `${index + 1}. ${name}: ${error}${mend}`;
  });
  const passed = passedChecks > 0 ? `\nChecks that passed: ${passedChecks}. Keep them so.` : '';
  return `Checks that failed:\n${lines.join('\n')}${passed}`;
}

function tables(schema: DatabaseSchema): string {
  const names = schema.tables.map(qualifiedName);
  const shown = names.slice(0, TABLES_SHOWN).join(', ');
  return names.length > TABLES_SHOWN ? `${shown} and ${names.length - TABLES_SHOWN} more` : shown;
}

function previousAttempts({ previous }: RetryFailure): string {
  if (previous.length === 0) return '';
  const lines = previous.slice(-PREVIOUS_SHOWN).map(({ attempt, category, message }) => {
    const cause = /^Error: (.*)$/m.exec(message)?.[1] ?? message;
    return `- attempt ${attempt}, ${category}: ${cause.slice(0, PREVIOUS_LENGTH)}`;
  });
  return `Earlier attempts:\n${lines.join('\n')}`;
}

function whatToDo({ category }: RetryFailure, dialect: string): string {
  if (category === 'EMPTY_RESULT') {
    return 'Write a statement that returns the data asked for; if the data truly cannot hold it, say so in a refusal.';
  }
  if (category === 'EVIDENCE_MISMATCH')
    return 'Correct the statement so that it obeys the evidence, and keep what was right.';
  return `Write one corrected ${dialect} statement that reads and answers the question.`;
}
