import type { Dialect } from '@assay/contracts';
import { polyglotTrees, postgresTrees } from '../canonical/parse-tree.js';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { wordSet } from '../word-set.js';

type Kind = 'string' | 'number' | 'word' | 'operator' | 'mark' | 'other';

interface Token {
  kind: Kind;
  text: string;
  /** In upper case. */
  word: string;
  start: number;
  end: number;
}

/** Token indices; `end` is exclusive. */
interface Range {
  from: number;
  end: number;
}

const TOKENS: readonly (readonly [Kind, string])[] = [
  ['string', String.raw`(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])`],
  ['word', String.raw`"[^"\n]+"|\x60[^\x60\n]+\x60|[\p{L}_][\p{L}\p{N}_$]*(?:\.(?:[\p{L}_][\p{L}\p{N}_$]*|\*))*`],
  ['number', String.raw`\d+(?:\.\d+)?(?:%(?!\s*[\p{L}\p{N}(]))?(?![\p{L}_])`],
  ['other', String.raw`=>|->|<=>|--|\+\+|\*\*|//`],
  ['operator', String.raw`<>|!=|<=|>=|==|\|\||[-+*/%<>=]`],
  ['mark', String.raw`[(),]`],
  ['other', String.raw`\S`],
];
const TOKEN = new RegExp(TOKENS.map(([, pattern]) => `(${pattern})`).join('|'), 'gu');

/** Read by their own grammar, or with DISTINCT and `*`. */
const KEPT = wordSet('cast count sum avg min max');
const FUNCTIONS = wordSet(
  `abs avg cast ceil ceiling coalesce concat count date_trunc datediff dense_rank divide floor greatest if ifnull iif
  instr json_extract julianday lag lead least length lower max median min mod multiply nullif nvl power rank replace
  round row_number sqrt stddev strftime substr substring subtract sum to_char trim upper`,
);
const KEYWORDS = wordSet('and as between case distinct else end in is like not null or then when');

/**
 * Formulas of a text, with calls of SQL functions, that the dialect's parser does not read. Words beside and within
 * formulas are not judged: `COUNT(drivers of the team)` describes what to count.
 */
export async function brokenFormulas(text: string, dialect: Dialect): Promise<string[]> {
  const tokens = tokensOf(text);
  const broken: string[] = [];
  for (const range of formulasIn(tokens)) {
    const formula = tokens.slice(range.from, range.end);
    if (!isCode(formula) || (await isRead(`select ${formula.map(plainText).join(' ')}`, dialect))) continue;
    broken.push(text.slice(formula[0]?.start, formula.at(-1)?.end));
  }
  return broken;
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => {
    const [found, ...groups] = match;
    const kind = TOKENS[groups.findIndex((group) => group !== undefined)]?.[0] ?? 'other';
    return { kind, text: found, word: found.toUpperCase(), start: match.index, end: match.index + found.length };
  });
}

function formulasIn(tokens: readonly Token[]): Range[] {
  const formulas: Range[] = [];
  for (let place = 0; place < tokens.length; place += 1) {
    if (!isCall(tokens, place)) continue;
    const end = closing(tokens, place + 1);
    if (end === null) break;
    const range = widened(tokens, { from: place, end });
    formulas.push(range);
    place = range.end - 1;
  }
  return formulas;
}

/** With arithmetic behind it, and the parentheses around it. */
function widened(tokens: readonly Token[], { from, end }: Range): Range {
  for (;;) {
    const operand = endOfOperand(tokens, end);
    if (operand !== null) {
      end = operand;
      continue;
    }
    const isEnclosed = tokens[from - 1]?.text === '(' && tokens[end]?.text === ')' && !isNamed(tokens[from - 2]);
    if (!isEnclosed) return { from, end };
    from -= 1;
    end += 1;
  }
}

function endOfOperand(tokens: readonly Token[], start: number): number | null {
  let place = start;
  while (tokens[place]?.kind === 'operator' && /^(?:[-+*/%]|\|\|)$/u.test(tokens[place]?.text ?? '')) place += 1;
  if (place === start) return null;
  if (isCall(tokens, place)) return closing(tokens, place + 1);
  if (tokens[place]?.text === '(') return closing(tokens, place);
  const next = tokens[place + 1];
  return isTerm(tokens[place]) && !isTerm(next) && next?.text !== '(' ? place + 1 : null;
}

/** Upper-case names may stand apart from the parenthesis. */
function isCall(tokens: readonly Token[], place: number): boolean {
  const [name, next] = [tokens[place], tokens[place + 1]];
  if (name === undefined || next?.text !== '(' || !FUNCTIONS.has(name.text.toLowerCase())) return false;
  return next.start === name.end || name.text === name.word;
}

function closing(tokens: readonly Token[], opening: number): number | null {
  let depth = 0;
  for (let place = opening; place < tokens.length; place += 1) {
    if (tokens[place]?.text === '(') depth += 1;
    if (tokens[place]?.text === ')') depth -= 1;
    if (depth === 0) return place + 1;
  }
  return null;
}

function isNamed(token: Token | undefined): boolean {
  return token?.kind === 'word';
}

function isTerm(token: Token | undefined): boolean {
  return token !== undefined && ['word', 'number', 'string'].includes(token.kind);
}

function isKeyword({ kind, text }: Token): boolean {
  return kind === 'word' && KEYWORDS.has(text.toLowerCase());
}

/** Whether each word has a place in SQL; adjacent names, for example, are prose. */
function isCode(tokens: readonly Token[]): boolean {
  return tokens.every((token, place) => {
    const [before, next] = [tokens[place - 1], tokens[place + 1]];
    if (token.kind === 'other') return false;
    if (token.kind === 'operator') {
      return before?.text !== '(' || token.text === '*' || (/^[-+]$/u.test(token.text) && next?.text !== ')');
    }
    if (!isTerm(token)) return token.text !== '(' || (before?.text !== ')' && next?.text !== ')');
    if (isKeyword(token)) return isInPlace(tokens, place);
    if (next?.text === '(' && !FUNCTIONS.has(token.text.toLowerCase())) return false;
    if (before?.text === ')') return isCall(tokens, place);
    return before === undefined || !isTerm(before) || isKeyword(before);
  });
}

function isInPlace(all: readonly Token[], place: number): boolean {
  const next = all[place + 1];
  const follows = next?.word ?? '';
  const has = (...words: string[]): boolean => words.every((word) => all.some((each) => each.word === word));
  switch (all[place]?.word) {
    case 'IN':
      return follows === '(';
    case 'IS':
      return ['NULL', 'NOT'].includes(follows);
    case 'LIKE':
      return next?.kind === 'string';
    case 'CASE':
    case 'WHEN':
    case 'THEN':
    case 'ELSE':
    case 'END':
      return has('CASE', 'WHEN');
    case 'DISTINCT':
      return all[place - 1]?.text === '(';
    case 'AS':
      return has('CAST');
    default:
      return true;
  }
}

/** Names may be reserved words, because they are described and not quoted. */
function plainText(token: Token, place: number, all: readonly Token[]): string {
  if (token.kind === 'string') return "'a'";
  if (token.kind === 'number') return '1';
  if (token.text === '==') return '=';
  if (token.kind !== 'word' || isKeyword(token)) return token.text;
  if (token.text.endsWith('.*')) return '*';
  if (isCall(all, place)) return KEPT.has(token.text.toLowerCase()) ? token.text : 'f';
  return all[place - 1]?.word === 'AS' ? token.text : 'a';
}

async function isRead(sql: string, dialect: Dialect): Promise<boolean> {
  const { grammar } = sqlDialect(dialect);
  return (grammar.kind === 'postgres' ? await postgresTrees(sql) : await polyglotTrees(sql, dialect)) !== null;
}
