import type { Dialect } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import type { SqlToken } from '../lexer/token.js';
import { keywords } from './keywords.js';
import type { SourceNames } from './source-names.js';

export interface NormalToken {
  text: string;
  isName: boolean;
  start: number;
}

const simpleName = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const equalSymbols = new Map([
  ['<>', '!='],
  ['^=', '!='],
  ['==', '='],
]);

export function normalToken(
  token: SqlToken,
  dialect: Dialect,
  names: SourceNames,
  previous: SqlToken | undefined,
  next: SqlToken | undefined,
): NormalToken {
  const { kind, text, start } = token;
  // COUNT and count, also where columns keep their case.
  if (kind === 'word' && next?.text === '(' && text === text.toUpperCase()) {
    return normalWord(text.toLowerCase(), start, dialect, names, previous?.text === '.');
  }
  if (kind === 'word') return normalWord(text, start, dialect, names, previous?.text === '.');
  if (kind === 'quoted') return normalQuoted(text, start, dialect, names);
  if (kind === 'string') return { text: normalString(text, dialect), isName: false, start };
  if (kind === 'number') return { text: text.toLowerCase(), isName: false, start };
  return { text: equalSymbols.get(text) ?? text, isName: false, start };
}

function normalWord(
  text: string,
  start: number,
  dialect: Dialect,
  names: SourceNames,
  behindDot: boolean,
): NormalToken {
  const isKeyword = keywords.has(text.toLowerCase()) && !behindDot;
  if (isKeyword) return { text: text.toLowerCase(), isName: false, start };
  return { text: foldName(text, dialect, names), isName: true, start };
}

function foldName(name: string, dialect: Dialect, names: SourceNames): string {
  const { tablesKeepCase, columnsKeepCase } = sqlDialect(dialect).names;
  return columnsKeepCase === true || (tablesKeepCase && names.keepsCase(name)) ? name : name.toLowerCase();
}

function normalQuoted(text: string, start: number, dialect: Dialect, names: SourceNames): NormalToken {
  const name = text.slice(1, -1);
  const isSimple = simpleName.test(name) && !keywords.has(name.toLowerCase());
  const { quotedMayBeText, foldsTo } = sqlDialect(dialect).names;
  const mightBeText = quotedMayBeText && text.startsWith('"');
  if (!isSimple || mightBeText) return { text, isName: true, start };
  // A quoted name equals an unquoted one only if folding keeps it.
  if (foldsTo === 'lower' && name !== name.toLowerCase()) return { text, isName: true, start };
  if (foldsTo === 'upper' && name !== name.toUpperCase()) return { text, isName: true, start };
  return { text: foldName(name, dialect, names), isName: true, start };
}

/** Double quotes of strings (MySQL) become single. */
function normalString(text: string, dialect: Dialect): string {
  return sqlDialect(dialect).lexical.doubleQuotes === 'string' && /^"[^"'\\]*"$/.test(text)
    ? `'${text.slice(1, -1)}'`
    : text;
}
