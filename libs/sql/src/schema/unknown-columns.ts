import type { DatabaseSchema, Dialect } from '@assay/contracts';
import { keywords } from '../canonical/keywords.js';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { tokenize } from '../lexer/lexer.js';
import { statementTokens } from '../lexer/statement-tokens.js';
import { isWord, type SqlToken } from '../lexer/token.js';
import { usedTables, type UsedTables } from '../retry/used-tables.js';
import { bareName, sourceKind, type SourceKind } from './statement-sources.js';
import { expressionStarts, foreignLists, isSyntaxName, wordFirstFunctions } from './syntax-names.js';

const OPERATOR = /^(?:[-+*/%<>=!|&^~]+|\(|,)$/;

interface ReadStatement {
  tokens: readonly SqlToken[];
  /** Innermost open parenthesis per token, or -1. */
  enclosing: readonly number[];
  dialect: Dialect;
  sources: SourceKind;
  aliases: ReadonlySet<string>;
}

/**
 * Columns of a valid statement that none of its tables has. Ambiguous names are skipped: a false positive costs a
 * refresh, a miss is found later.
 */
export function unknownColumns(
  sql: string,
  named: readonly string[],
  schema: DatabaseSchema,
  dialect: Dialect,
): string[] {
  const mentioned = usedTables(schema, sql, dialect);
  const statement = readStatement(sql, schema, dialect, mentioned);
  if (statement === null) return [];
  const { tokens } = statement;
  const used = new Set([...named.map(lastPart), ...mentioned.tables.map(nameOfTable)]);
  // equal names in several schemas are indistinguishable by tokens
  const tables = schema.tables.filter((table) => used.has(nameOfTable(table)));
  const known = new Set([
    ...schema.tables.flatMap((table) => [nameOfTable(table), table.schema?.toLowerCase() ?? '']),
    ...tables.flatMap((table) => table.columns.map(({ name }) => name.toLowerCase())),
    ...statement.aliases,
    ...tokens.filter((_token, index) => isOutputName(statement, index)).map(bareName),
  ]);
  const words = tokens.filter((token, index) => !known.has(bareName(token)) && standsForColumn(statement, index));
  return [...new Set(words.map(bareName))];
}

function readStatement(
  sql: string,
  schema: DatabaseSchema,
  dialect: Dialect,
  { tables, byAlias }: UsedTables,
): ReadStatement | null {
  const tokens = statementTokens(tokenize(sql, dialect).tokens);
  // columns of other queries may mix in
  if (tables.length === 0 || tokens.filter((token) => isWord(token, 'select')).length > 1) return null;
  const { enclosing, depths } = nesting(tokens);
  const sources = sourceKind(tokens, depths, schema);
  if (sources === 'renamed') return null;
  return { tokens, enclosing, dialect, sources, aliases: new Set(byAlias.keys()) };
}

function nesting(tokens: readonly SqlToken[]): { enclosing: number[]; depths: number[] } {
  const open: number[] = [];
  const enclosing: number[] = [];
  const depths: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.text === ')') open.pop();
    enclosing.push(open.at(-1) ?? -1);
    depths.push(open.length);
    if (token.text === '(') open.push(index);
  }
  return { enclosing, depths };
}

function standsForColumn(statement: ReadStatement, index: number): boolean {
  const [before, token, behind] = [statement.tokens[index - 1], statement.tokens[index], statement.tokens[index + 1]];
  if (!isName(token) || behind?.text === '(' || behind?.text === '.') return false;
  if (isSyntaxName(bareName(token), statement.dialect)) return false;
  if (before?.text === '.') return isOfTable(statement, index);
  // SQLite: unknown quoted names are strings
  if (sqlDialect(statement.dialect).names.quotedMayBeText && token.text.startsWith('"')) return false;
  return (
    statement.sources === 'tables' &&
    startsExpression(statement, index) &&
    endsName(behind) &&
    !isForeignWord(statement, index)
  );
}

/** Follows a table and a dot. */
function isOfTable({ tokens, aliases }: ReadStatement, index: number): boolean {
  const owner = tokens[index - 2];
  return isName(owner) && tokens[index - 3]?.text !== '.' && aliases.has(bareName(owner));
}

function startsExpression({ tokens, enclosing }: ReadStatement, index: number): boolean {
  const before = tokens[index - 1];
  // EXTRACT(field FROM …), TRIM(… FROM …)
  if (isWord(before, 'from')) return enclosing[index] !== -1;
  if (isWord(before, 'by')) return !isWord(tokens[index - 2], 'indexed');
  if (before?.kind === 'word') return expressionStarts.has(before.text.toLowerCase());
  return before?.kind === 'symbol' && OPERATOR.test(before.text) && before.text !== '=>';
}

/** A type, modifier or argument name. */
function endsName(behind: SqlToken | undefined): boolean {
  if (behind === undefined) return true;
  if (behind.kind === 'word') return keywords.has(behind.text.toLowerCase()) && !/^with(?:out)?$/i.test(behind.text);
  return behind.kind === 'symbol' && !['=>', ':=', ':'].includes(behind.text);
}

/** By its parentheses. */
function isForeignWord({ tokens, enclosing }: ReadStatement, index: number): boolean {
  const open = enclosing[index] ?? -1;
  const owner = open < 1 ? '' : bareName(tokens[open - 1]);
  return foreignLists.has(owner)
    ? tokens[index - 1]?.text !== 'by'
    : open === index - 1 && wordFirstFunctions.has(owner);
}

function isOutputName({ tokens, enclosing, dialect }: ReadStatement, index: number): boolean {
  const [before, token, behind] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!isName(token)) return false;
  if (isAlias(before)) return true;
  // SQL Server: SELECT name = expression
  if (!sqlDialect(dialect).names.assignsOutputs || behind?.text !== '=' || enclosing[index] !== -1) return false;
  const isBeforeFrom = !tokens.slice(0, index).some((earlier) => isWord(earlier, 'from'));
  return isBeforeFrom && (before?.text === ',' || isWord(before, 'select') || isWord(before, 'distinct'));
}

function isAlias(before: SqlToken | undefined): boolean {
  if (before === undefined) return false;
  if (isWord(before, 'as') || isWord(before, 'end') || before.text === ')' || before.text === ']') return true;
  return ['string', 'number', 'parameter'].includes(before.kind) || isName(before);
}

function isName(token: SqlToken | undefined): token is SqlToken {
  return token?.kind === 'quoted' || (token?.kind === 'word' && !keywords.has(token.text.toLowerCase()));
}

function nameOfTable({ name }: { name: string }): string {
  return name.toLowerCase();
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
