import type { SqlToken } from '../../lexer/token.js';
import { refuse } from '../guard-refused.js';
import type { TokenCursor } from './token-cursor.js';

export function checkStart(cursor: TokenCursor): void {
  let first = 0;
  while (cursor.text(first) === '(') first += 1;
  const token = cursor.token(first);
  if (token === undefined) refuse('empty', 'There is no SQL statement in the answer.', undefined);
  if (token.kind !== 'word' || !cursor.profile.startWords.has(token.text.toLowerCase())) {
    refuse(
      'not-a-read',
      `Only one reading statement is allowed (SELECT); this begins with ${token.text.slice(0, 30)}.`,
      token,
    );
  }
}

export function checkToken(cursor: TokenCursor, index: number): void {
  const token = cursor.token(index);
  if (token === undefined) return;
  const next = cursor.token(index + 1);
  if (token.kind === 'unknown') refuse('bad-character', 'A character that does not belong outside of quotes.', token);
  if (token.kind === 'parameter') {
    const rule = token.text.startsWith('@') ? 'variable' : 'parameter';
    refuse(
      rule,
      `The statement has a ${rule === 'variable' ? 'variable' : 'placeholder'}, ${token.text}; write the value itself.`,
      token,
    );
  }
  if (token.kind === 'number' && next?.start === token.end && next.kind !== 'symbol') {
    refuse('syntax', 'A number runs into the word behind it; put a space between them.', token);
  }
  if (token.kind === 'symbol') checkSymbol(cursor, index, token);
}

function checkSymbol(cursor: TokenCursor, index: number, token: SqlToken): void {
  if (token.text === ';') refuse('several-statements', 'Write one statement; it ends here, and more follows.', token);
  if (token.text === '@' && !cursor.profile.symbols.has('@'))
    refuse('foreign-source', 'Database links are not allowed.', token);
  if (!cursor.profile.symbols.has(token.text))
    refuse('construct', `${token.text} has no place in a plain query.`, token);
  const isDash = token.text === '-' && cursor.text(index + 1) === '-';
  if (isDash && cursor.token(index + 1)?.start === token.end) {
    refuse('syntax', 'Two minus signs in a row read like a comment; put a space between them.', token);
  }
}
