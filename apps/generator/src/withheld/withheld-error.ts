import type { DatabaseSchema, StatementError, Dialect } from '@assay/contracts';
import { dialectErrors } from '@assay/sql';
import { namedBy } from './harmless-messages.js';

/** Engine error numbers; other codes may be user text. */
const NUMBERED = /^(?:ORA-)?\d{1,6}$/;

/** Meaning of an error code without values; unknown ones by number. */
function textOfCode(dialect: Dialect, code: string | null): string {
  const text = dialectErrors(dialect).meanings.get(code ?? '');
  if (text !== undefined) return `${text} (${code})`;
  const named = code !== null && NUMBERED.test(code) ? ` (${code})` : '';
  return `the database could not run the statement${named}`;
}

/** What the model knows: its statement and the schema. */
export interface KnownWords {
  sql: string;
  schema: DatabaseSchema;
}

const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`/g;

/**
 * Messages that name only known identifiers pass; others may contain cells, and become the code's own text and the
 * position.
 */
export function withheldError(error: StatementError, known: KnownWords): StatementError {
  const { code, message, hint } = error;
  const { dialect } = known.schema;
  if (isHarmless(error, message, known)) {
    return { ...error, hint: hint !== null && isHarmless(error, hint, known) ? hint : null };
  }
  return { ...error, message: textOfCode(dialect, code), hint: null };
}

function isHarmless({ code, position }: StatementError, text: string, known: KnownWords): boolean {
  const { dialect } = known.schema;
  const names = namesOf(known.schema);
  if (position !== null && dialectErrors(dialect).parsing?.test(code ?? '')) {
    return [...text.matchAll(QUOTED)].every(([quoted]) => isKnown(quoted.slice(1, -1), known.sql, names));
  }
  const named = namedBy(dialect, text);
  if (named === null) return false;
  const lines = known.sql.split('\n').length;
  return (
    named.names.every((name) => isKnown(name, known.sql, names)) &&
    named.fragments.every((fragment) => known.sql.includes(fragment)) &&
    named.lines.every((line) => line <= lines)
  );
}

function isKnown(name: string, sql: string, names: ReadonlySet<string>): boolean {
  const parts = name.toLowerCase().split('.').map(withoutQuotes);
  return parts.every((part) => names.has(part) || holdsWord(sql, part)) || holdsWord(sql, name);
}

function withoutQuotes(name: string): string {
  return name.replace(/^["'`[]|["'`\]]$/g, '');
}

function holdsWord(text: string, word: string): boolean {
  if (word.trim() === '') return false;
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
  return new Set([schema.name, ...names].map((name) => name.toLowerCase()));
}
