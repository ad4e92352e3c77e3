import { GuardRefused } from './guard-refused.js';
import type { LexedText, SqlToken } from '../lexer/token.js';

const MAX_SQL_BYTES = 1_000_000;
/** Parsers tolerate several hundred. */
const MAX_BRACKETS = 150;
/** Tokens between commas over open brackets: bounds left-deep chains; parsers overflow at about four times this. */
const MAX_RUN = 5000;
const MAX_TOKENS = 60_000;

/** Refuses empty, oversized, NUL and control characters. */
export function checkText(sql: string, maxBytes = MAX_SQL_BYTES): void {
  if (sql.length > maxBytes || (sql.length * 3 > maxBytes && Buffer.byteLength(sql) > maxBytes)) {
    throw new GuardRefused('too-long', `The statement is larger than ${maxBytes} bytes; write a shorter one.`);
  }
  if (sql.trim() === '') throw new GuardRefused('empty', 'There is no SQL statement in the answer.');
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const control = sql.search(/[\u0000-\u0008\u000e-\u001f\u007f]/);
  if (control >= 0) throw new GuardRefused('bad-character', 'The statement holds a NUL or control character.', control);
  if (!sql.isWellFormed()) throw new GuardRefused('bad-character', 'The statement holds half of a surrogate pair.');
}

/** Refuses unterminated tokens and deep nesting. */
export function checkStructure(lexed: LexedText): void {
  if (lexed.problem !== null) {
    const { what, start } = lexed.problem;
    throw new GuardRefused('unterminated', `A ${what} opens here and never ends.`, start);
  }
  if (lexed.tokens.length > MAX_TOKENS) tooComplex('has too many parts', lexed.tokens[MAX_TOKENS]);
  const runs = [0];
  let total = 0;
  for (const token of lexed.tokens) {
    if (token.kind === 'comment') continue;
    if (token.text === '(' || token.text === '[') runs.push(0);
    else if (token.text === ')' || token.text === ']') total -= runs.length > 1 ? (runs.pop() ?? 0) : 0;
    const last = runs.length - 1;
    if (token.text === ',') {
      total -= runs[last] ?? 0;
      runs[last] = 0;
    }
    runs[last] = (runs[last] ?? 0) + 1;
    total += 1;
    if (runs.length > MAX_BRACKETS) tooComplex('nests too deep', token);
    if (total > MAX_RUN) tooComplex('chains too many operators', token);
  }
}

function tooComplex(how: string, token: SqlToken | undefined): never {
  throw new GuardRefused('too-complex', `The statement ${how}; simplify it.`, token?.start);
}
