import { isExactName, isFiller, isPublicName, tokenize, type NameSet, type SqlToken } from '@assay/sql';

/** Constants of arithmetic, which are no values of rows. */
const CONSTANTS = [0, 1, 2, 10, 12, 100];
const UNIT = /^(?:1 )?(?:year|quarter|month|week|day|hour|minute|second)s?$/i;

/** What others may read of an asker's SQL. */
export interface Quotable {
  /** Text of the asker. */
  text: string;
  /** Names of the database, and words that the asker wrote. */
  names: NameSet;
}

/**
 * A PostgreSQL statement without comments, literals that the asker did not write, names that repeat them, and other
 * names that are not public: they may be values that only the asker may read.
 */
export function withholdLiterals(sql: string, { text: known, names }: Quotable): string {
  const { tokens, problem } = tokenize(sql, 'postgres');
  if (problem !== null) return 'withheld';
  const isKnown = knownBy(known);
  const withheld = tokens.filter((token) => LITERALS.has(token.kind) && !isKnown(token));
  const values = withheld.map(bareOf).filter((text) => text !== '');
  const isHidden = (token: SqlToken): boolean => {
    const name = nameOf(token);
    return !isPublicName(name, names) || (!isExactName(name, names) && repeats(token, values));
  };
  let text = sql;
  for (const token of tokens.toReversed()) {
    const shown = maskedText(token, NAMES.has(token.kind) ? isHidden(token) : withheld.includes(token));
    if (shown !== token.text) text = text.slice(0, token.start) + shown + text.slice(token.end);
  }
  return text;
}

const LITERALS: ReadonlySet<string> = new Set<SqlToken['kind']>(['string', 'number']);
/** `unknown`: characters that PostgreSQL reads as names. */
const NAMES: ReadonlySet<string> = new Set<SqlToken['kind']>(['word', 'quoted', 'parameter', 'unknown']);

function nameOf(token: SqlToken): string {
  return token.kind === 'quoted' ? innerOf(token) : token.text.replace(/^\$/, '');
}

function maskedText({ kind, text }: SqlToken, isWithheld: boolean): string {
  if (kind === 'comment') return '';
  if (!isWithheld) return text;
  return kind === 'string' ? "'…'" : kind === 'number' ? '…' : '"…"';
}

function knownBy(known: string): (token: SqlToken) => boolean {
  const words = ` ${wordsOf(known)} `;
  const numbers = new Set([...CONSTANTS, ...(known.match(/\d+(?:[.,]\d+)*/g) ?? []).map(numberOf)]);
  return (token) => {
    if (token.kind === 'number') return numbers.has(numberOf(token.text));
    // the tag is a name of the model's
    if (token.text.startsWith('$')) return false;
    const inner = innerOf(token);
    const own = wordsOf(inner);
    return inner === '' || UNIT.test(inner) || (own.length > 1 && !isFiller(own) && words.includes(` ${own} `));
  };
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function numberOf(text: string): number {
  return Number(text.replaceAll(/[,_]/g, ''));
}

/** Escapes of prefixed literals stay, so that these are known less often. */
function innerOf({ text }: SqlToken): string {
  const inner = text.startsWith('$')
    ? text.replaceAll(/^\$\w*\$|\$\w*\$$/g, '')
    : text.replace(/^[^'"]*['"]/, '').slice(0, -1);
  return inner.replaceAll("''", "'").replaceAll('""', '"');
}

function bareOf(token: SqlToken): string {
  return barely(token.kind === 'number' ? token.text : innerOf(token));
}

function barely(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a name is, or has as a part, one of the values; parts of words from four characters on. */
function repeats({ text }: SqlToken, values: readonly string[]): boolean {
  const name = barely(text);
  const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return values.some((value) => (value.length > 3 ? name.includes(value) : parts.includes(value) || name === value));
}
