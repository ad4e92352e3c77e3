import type { DatabaseSchema, StatementError } from '@assay/contracts';

/** What the model has written or been told itself: its statement, and the names of the schema. */
export interface KnownWords {
  sql: string;
  schema: DatabaseSchema;
}

const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`/g;
const FIRST_TO_LAST_QUOTE = /["'`][\s\S]*["'`]|["'`][\s\S]*$/g;
const NUMBER = /(?<![\p{L}\p{N}_])[+-]?\d+(?:[.,:/-]\d+)*(?![\p{L}\p{N}_])/gu;
const QUOTED_OR_NUMBER = new RegExp(`${QUOTED.source}|${NUMBER.source}`, 'gu');

const BLANK = '[withheld]';

/**
 * A database's error without the values it names, for workspaces whose rows no model may see: a failing cast tells the
 * cell, whatever its category. What went wrong with the data is told without any quoted text or number; of other errors,
 * words of the statement itself and names of the schema stay.
 */
export function withheldError(error: StatementError, known: KnownWords): StatementError {
  const { category, message, hint } = error;
  const tell = (text: string): string =>
    category === 'EXECUTION_ERROR' ? withoutLiterals(text) : withoutValues(text, known);
  return { ...error, message: tell(message), hint: hint === null ? null : tell(hint) };
}

/** A text without values: quoted texts stay where all of them are known, numbers where the statement has them. */
export function withoutValues(text: string, known: KnownWords): string {
  const names = namesOf(known.schema);
  const unknown = text.replace(QUOTED, (quoted) => (isKnown(quoted.slice(1, -1), known.sql, names) ? '' : quoted));
  // a value may hold quotes itself, and make any two of them look like a pair
  if (/["'`]/.test(unknown)) return withoutLiterals(text);
  return text.replace(QUOTED_OR_NUMBER, (found) => (isQuoted(found) || holdsWord(known.sql, found) ? found : BLANK));
}

function withoutLiterals(text: string): string {
  return text.replace(FIRST_TO_LAST_QUOTE, BLANK).replace(NUMBER, BLANK);
}

function isQuoted(text: string): boolean {
  return /^["'`]/.test(text);
}

function isKnown(content: string, sql: string, names: ReadonlySet<string>): boolean {
  if (content.trim() === '') return false;
  const words = content.toLowerCase().split('.');
  return words.every((word) => names.has(word)) || holdsWord(sql, content);
}

/** Whether a text holds another one, which is not part of a longer word there. */
function holdsWord(text: string, word: string): boolean {
  const [within, wanted] = [text.toLowerCase(), word.toLowerCase()];
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isBegun = isLetter(within.charAt(at - 1)) && isLetter(wanted.charAt(0));
    const goesOn = isLetter(wanted.at(-1) ?? '') && isLetter(within.charAt(end));
    if (!isBegun && !goesOn) return true;
  }
  return false;
}

function isLetter(char: string): boolean {
  return /[\p{L}\p{N}_]/u.test(char);
}

function namesOf(schema: DatabaseSchema): Set<string> {
  const names = schema.tables.flatMap((table) => [
    table.name,
    ...(table.schema === null ? [] : [table.schema]),
    ...table.columns.map(({ name }) => name),
  ]);
  return new Set(names.map((name) => name.toLowerCase()));
}
