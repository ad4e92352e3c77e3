import type { DatabaseSchema, Dialect } from '@assay/contracts';
import { keywords } from '../canonical/keywords.js';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { queryBlocks, type QueryBlock } from '../outline/query-blocks.js';
import { StatementText } from '../outline/statement-text.js';
import { tablesIn } from '../outline/used-tables.js';
import { wordSet } from '../word-set.js';
import { expressionStarts, foreignLists, isSyntaxName, wordFirstFunctions } from './syntax-names.js';

const OPERATOR = /^(?:[-+*/%<>=!|&^~]+|\(|,)$/;
const RESHAPES = wordSet('pivot unpivot match_recognize model tablesample');

/** A statement with one SELECT, and what is known of its sources. */
interface ReadStatement {
  text: StatementText;
  /** Every source is a table of the schema, so an unqualified column can be of no other source. */
  readsTablesOnly: boolean;
  aliases: ReadonlySet<string>;
}

/**
 * Columns of a valid statement that none of its tables has. Skips ambiguous names: a false positive costs a refresh, a
 * miss is found later.
 */
export function unknownColumns(
  sql: string,
  named: readonly string[],
  schema: DatabaseSchema,
  dialect: Dialect,
): string[] {
  const text = new StatementText(sql, dialect);
  const mentioned = tablesIn(text, schema);
  const selects = text.tokens.filter((_token, place) => text.word(place) === 'select');
  const [block] = queryBlocks(text);
  // With columns of several queries, no word is certain to be a column of these tables.
  if (mentioned.tables.length === 0 || block === undefined || selects.length > 1 || isReshaped(text, block)) return [];
  const known = (name: string): boolean => schema.tables.some((table) => nameOfTable(table) === name);
  const statement: ReadStatement = {
    text,
    readsTablesOnly: block.sources.every((source) => source.kind === 'named' && known(source.name)),
    aliases: new Set(mentioned.byAlias.keys()),
  };
  const used = new Set([...named.map(lastPart), ...mentioned.tables.map(nameOfTable)]);
  // Tokens do not distinguish tables of one name in several schemas.
  const tables = schema.tables.filter((table) => used.has(nameOfTable(table)));
  const names = text.tokens.map((_token, place) => text.name(place) ?? '');
  const knownNames = new Set([
    ...schema.tables.flatMap((table) => [nameOfTable(table), table.schema?.toLowerCase() ?? '']),
    ...tables.flatMap((table) => table.columns.map(({ name }) => name.toLowerCase())),
    ...statement.aliases,
    ...names.filter((_name, place) => isOutputName(statement, place)),
  ]);
  return [...new Set(names.filter((name, place) => !knownNames.has(name) && isColumn(statement, place)))];
}

/** Whether a source of FROM gives its columns other names. */
function isReshaped(text: StatementText, { sources, body }: QueryBlock): boolean {
  if (sources.some((source) => source.kind !== 'opaque' && source.renames)) return true;
  const clause = [...text.level(body.from, body.to)];
  const end = clause.findIndex((place) => ['where', 'group', 'having'].includes(text.word(place)));
  return clause.slice(0, end < 0 ? undefined : end).some((place) => RESHAPES.has(text.word(place)));
}

function isColumn({ text, readsTablesOnly, aliases }: ReadStatement, place: number): boolean {
  if (!isName(text, place) || text.word(place + 1) === '(' || text.word(place + 1) === '.') return false;
  if (isSyntaxName(text.name(place) ?? '', text.dialect)) return false;
  if (text.word(place - 1) === '.') {
    const isOfTable = isName(text, place - 2) && text.word(place - 3) !== '.';
    return isOfTable && aliases.has(text.name(place - 2) ?? '');
  }
  // SQLite reads an unknown name in double quotes as a string.
  if (sqlDialect(text.dialect).names.quotedMayBeText && text.tokens[place]?.text.startsWith('"')) return false;
  return readsTablesOnly && startsExpression(text, place) && endsName(text, place + 1) && !isForeignWord(text, place);
}

function startsExpression(text: StatementText, place: number): boolean {
  const before = text.tokens[place - 1];
  const word = text.word(place - 1);
  // EXTRACT(field FROM …), TRIM(… FROM …): in a statement with one SELECT, no FROM in parentheses names a table.
  if (word === 'from') return text.enclosing(place) !== -1;
  if (word === 'by') return text.word(place - 2) !== 'indexed';
  if (before?.kind === 'word') return expressionStarts.has(word);
  return before?.kind === 'symbol' && OPERATOR.test(before.text) && before.text !== '=>';
}

/** A name before another name, a literal or an arrow is a type, a modifier or an argument's name. */
function endsName(text: StatementText, behind: number): boolean {
  const word = text.word(behind);
  const kind = text.tokens[behind]?.kind;
  if (kind === 'word') return keywords.has(word) && word !== 'with' && word !== 'without';
  return kind === undefined || (kind === 'symbol' && !['=>', ':=', ':'].includes(word));
}

/** Whether the parentheses around a name give it a meaning of their own. */
function isForeignWord(text: StatementText, place: number): boolean {
  const open = text.enclosing(place);
  const owner = open < 1 ? '' : (text.name(open - 1) ?? text.word(open - 1));
  return foreignLists.has(owner) ? text.word(place - 1) !== 'by' : open === place - 1 && wordFirstFunctions.has(owner);
}

function isOutputName({ text }: ReadStatement, place: number): boolean {
  if (!isName(text, place)) return false;
  if (isAlias(text, place - 1) || isParameter(text, place)) return true;
  // SQL Server: SELECT name = expression
  const assigns = sqlDialect(text.dialect).names.assignsOutputs && text.word(place + 1) === '=';
  if (!assigns || text.enclosing(place) !== -1) return false;
  const isBeforeFrom = !text.tokens.slice(0, place).some((_token, earlier) => text.word(earlier) === 'from');
  return isBeforeFrom && [',', 'select', 'distinct'].includes(text.word(place - 1));
}

/** `x -> x + 1`, `(x, y) -> x + y`; an arrow before a text reads JSON. */
function isParameter(text: StatementText, place: number): boolean {
  const open = text.enclosing(place);
  const arrow = text.word(place + 1) === '->' || open < 0 ? place + 1 : text.partner(open) + 1;
  return text.word(arrow) === '->' && text.tokens[arrow + 1]?.kind !== 'string';
}

/** Whether a name behind this token can only be an alias. */
function isAlias(text: StatementText, before: number): boolean {
  const kind = text.tokens[before]?.kind ?? '';
  return (
    ['as', 'end', ')', ']'].includes(text.word(before)) ||
    ['string', 'number', 'parameter'].includes(kind) ||
    isName(text, before)
  );
}

function isName(text: StatementText, place: number): boolean {
  const kind = text.tokens[place]?.kind;
  return kind === 'quoted' || (kind === 'word' && !keywords.has(text.word(place)));
}

function nameOfTable({ name }: { name: string }): string {
  return name.toLowerCase();
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
