import type { DatabaseSchema, Dialect, Examination, TableSchema } from '@assay/contracts';
import { keywords } from '../canonical/keywords.js';
import { tokenize } from '../lexer/lexer.js';
import { statementTokens } from '../lexer/statement-tokens.js';
import type { SqlToken } from '../lexer/token.js';
import { usedTables } from '../retry/used-tables.js';
import { wrongName } from '../retry/wrong-name.js';

/** The part of an examination that shows what the database knows. */
export type ExaminedNames = Pick<Examination, 'outcome' | 'sql' | 'tables' | 'error'>;

/**
 * Names over which a database and the snapshot of its schema disagree: those that a statement used successfully and the
 * snapshot does not have, or that the database does not know and the snapshot has. Meant as a reason to look again; a
 * name that only looks like one of the schema's (an output name, a pseudo-column) may be among them.
 */
export function schemaContradictions(examined: ExaminedNames, schema: DatabaseSchema, dialect: Dialect): string[] {
  if (examined.outcome === 'valid') {
    const tables = examined.tables.filter((name) => !hasTable(schema, name));
    return tables.length > 0 ? tables : unknownColumns(examined.sql, schema, dialect);
  }
  return examined.error?.category === 'SCHEMA_ERROR' ? goneName(examined, schema, dialect) : [];
}

function hasTable(schema: DatabaseSchema, name: string): boolean {
  const wanted = lastPart(name);
  return schema.tables.some((table) => table.name.toLowerCase() === wanted);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

function hasColumn(table: TableSchema, name: string): boolean {
  return table.columns.some((column) => column.name.toLowerCase() === name);
}

/** The name that the database does not know, where the snapshot has it at that place. */
function goneName({ sql, error }: ExaminedNames, schema: DatabaseSchema, dialect: Dialect): string[] {
  const wrong = wrongName(error?.message ?? '');
  if (wrong === null) return [];
  if (wrong.kind === 'table') return hasTable(schema, wrong.name) ? [wrong.name] : [];
  const { tables, byAlias } = usedTables(schema, sql, dialect);
  const qualifier = wrong.name.toLowerCase().split('.').at(-2);
  const owner = qualifier === undefined ? undefined : byAlias.get(qualifier);
  const candidates = owner === undefined ? tables : [owner];
  return candidates.some((table) => hasColumn(table, lastPart(wrong.name))) ? [wrong.name] : [];
}

/** Words of a statement that stand where columns stand, and that no table, column or schema is called. */
function unknownColumns(sql: string, schema: DatabaseSchema, dialect: Dialect): string[] {
  const tokens = statementTokens(tokenize(sql, dialect).tokens);
  const { tables, byAlias } = usedTables(schema, sql, dialect);
  // where columns of other sources mix in, no word can be told to be a column of these tables
  if (tables.length === 0 || tokens.filter((token) => isWord(token, 'select')).length > 1) return [];
  const known = new Set([
    ...schema.tables.flatMap((table) => [table.name.toLowerCase(), table.schema?.toLowerCase() ?? '']),
    ...tables.flatMap((table) => table.columns.map(({ name }) => name.toLowerCase())),
    ...byAlias.keys(),
    ...outputNames(tokens),
  ]);
  const words = tokens.filter((token, index) => standsForColumn(tokens, index) && !known.has(nameOf(token)));
  return [...new Set(words.map(nameOf))];
}

function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === word;
}

function nameOf({ kind, text }: SqlToken): string {
  return (kind === 'quoted' ? text.slice(1, -1) : text).toLowerCase();
}

function isName(token: SqlToken | undefined): boolean {
  return token?.kind === 'quoted' || (token?.kind === 'word' && !keywords.has(token.text.toLowerCase()));
}

/** Whether a name follows something that it can only be an alias of. */
function isAlias(tokens: readonly SqlToken[], index: number): boolean {
  const before = tokens[index - 1];
  if (before === undefined) return false;
  if (isWord(before, 'as') || isWord(before, 'end') || before.text === ')' || before.text === ']') return true;
  return before.kind === 'string' || before.kind === 'number' || isName(before);
}

function outputNames(tokens: readonly SqlToken[]): string[] {
  return tokens.filter((token, index) => isName(token) && isAlias(tokens, index)).map(nameOf);
}

function standsForColumn(tokens: readonly SqlToken[], index: number): boolean {
  const [before, token, behind] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!isName(token) || isAlias(tokens, index)) return false;
  // a function, a qualifier, a type before a literal or behind a cast
  if (behind?.text === '(' || behind?.text === '.' || behind?.kind === 'string') return false;
  return before?.text !== '::' && before?.text !== ':';
}
