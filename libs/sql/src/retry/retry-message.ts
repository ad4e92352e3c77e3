import type { DatabaseSchema } from '@assay/contracts';
import { dialectFacts } from '../dialects/sql-dialects.js';
import { qualifiedName } from '../schema/qualified-name.js';
import { guidanceFor } from './guidance.js';
import { nearestNames } from './nearest-names.js';
import { writtenName } from './quote-name.js';
import type { RetryFailure } from './retry-failure.js';
import { usedTables, type UsedTables } from '../outline/used-tables.js';
import { wrongName } from './wrong-name.js';

const PREVIOUS_SHOWN = 5;
const PREVIOUS_LENGTH = 200;
const TABLES_SHOWN = 100;
const COLUMNS_SHOWN = 60;
const EXCERPT_LENGTH = 30;

export function retryMessage(failure: RetryFailure): string {
  const { name } = dialectFacts(failure.dialect);
  const used = usedTables(failure.schema, failure.sql, failure.dialect);
  const sections = [
    `${failure.category} (attempt ${failure.attempt}, ${name})`,
    `Question: ${failure.question}`,
    failure.sql === '' ? '' : `SQL that failed:\n${failure.sql}`,
    primaryError(failure, used),
    failure.repeated ? 'This is the same SQL as before. Sending it again cannot succeed: write it differently.' : '',
    checks(failure),
    guidanceFor(failure),
    `Tables there are: ${tables(failure.schema)}`,
    columns(failure, used),
    previousAttempts(failure),
    repairHint(failure, name),
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function primaryError(failure: RetryFailure, used: UsedTables): string {
  const { message, error, sql } = failure;
  const position = error?.position ?? null;
  const where = position === null ? '' : ` (at character ${position}: ${excerpt(sql, position)})`;
  const hint = error?.hint ? `\nThe database's hint: ${error.hint}` : '';
  return `Error: ${message}${where}${suggestion(failure, used)}${hint}`;
}

function suggestion({ category, message, schema }: RetryFailure, used: UsedTables): string {
  const wrong = category === 'SCHEMA_ERROR' ? wrongName(message, schema.dialect) : null;
  if (wrong === null) return '';
  const alias = wrong.name.toLowerCase().split('.').at(-2);
  const owner = alias === undefined ? undefined : used.byAlias.get(alias);
  const preferred = owner === undefined ? used.tables : [owner];
  const near = nearestNames(schema, wrong.name, { kind: wrong.kind, preferred });
  if (near.length === 0) return '';
  return `; did you mean ${near.map(({ name }) => `\`${writtenName(shortened(name, schema), schema.dialect)}\``).join(' or ')}?`;
}

/** Omits the schema if it is a default one that all tables share. */
function shortened(name: string, { tables: all }: DatabaseSchema): string {
  const [first] = all;
  const only = first?.schema ?? null;
  const isOnly = only !== null && DEFAULT_SCHEMAS.has(only) && all.every((table) => table.schema === only);
  return isOnly ? name.slice(only.length + 1) : name;
}

const DEFAULT_SCHEMAS: ReadonlySet<string> = new Set(['public', 'dbo']);

function excerpt(sql: string, position: number): string {
  return JSON.stringify(sql.slice(Math.max(0, position - 1), position - 1 + EXCERPT_LENGTH));
}

function checks({ failedChecks, passedChecks }: RetryFailure): string {
  if (failedChecks.length === 0) return '';
  const lines = failedChecks.map(({ name, error, suggestion: fix }, index) => {
    const advice = fix === null ? '' : `\n   Mend it: ${fix}`;
    return `${index + 1}. ${name}: ${error}${advice}`;
  });
  const passed = passedChecks > 0 ? `\nChecks that passed: ${passedChecks}. Keep them so.` : '';
  return `Checks that failed:\n${lines.join('\n')}${passed}`;
}

function tables(schema: DatabaseSchema): string {
  const names = schema.tables.map(qualifiedName);
  const shown = names.slice(0, TABLES_SHOWN).join(', ');
  return names.length > TABLES_SHOWN ? `${shown} and ${names.length - TABLES_SHOWN} more` : shown;
}

function columns({ category, attempt }: RetryFailure, used: UsedTables): string {
  if (category !== 'SCHEMA_ERROR' || attempt < 2) return '';
  const lines = used.tables.map((table) => {
    const names = table.columns.slice(0, COLUMNS_SHOWN).map(({ name }) => name);
    return `- ${qualifiedName(table)}: ${names.join(', ')}`;
  });
  return lines.length === 0 ? '' : `Columns of the tables that you used:\n${lines.join('\n')}`;
}

function previousAttempts({ previous }: RetryFailure): string {
  if (previous.length === 0) return '';
  const lines = previous.slice(-PREVIOUS_SHOWN).map(({ attempt, category, message }) => {
    const cause = /^Error: (.*)$/m.exec(message)?.[1] ?? message;
    return `- attempt ${attempt}, ${category}: ${cause.slice(0, PREVIOUS_LENGTH)}`;
  });
  return `Earlier attempts:\n${lines.join('\n')}`;
}

function repairHint({ category }: RetryFailure, dialect: string): string {
  if (category === 'EMPTY_RESULT') {
    return `Write a ${dialect} statement that returns the data asked for; if the data truly cannot hold it, say so in a refusal.`;
  }
  if (category === 'EVIDENCE_MISMATCH') {
    return `Correct the ${dialect} statement so that it obeys the evidence, and keep what was right.`;
  }
  return `Write one corrected ${dialect} statement that reads and answers the question.`;
}
