import { wordSet } from '../../word-set.js';
import { GuardRefused } from '../guard-refused.js';
import type { TokenCursor } from './token-cursor.js';

const endsColumns = wordSet('using group order limit offset union except intersect');

/** Refuses `PIVOT t ON column` without values: DuckDB would create a type from the values that it finds. */
export function checkPivotValues(cursor: TokenCursor, pivot: number): void {
  let isOpen = false;
  for (let index = pivot + 1; cursor.token(index) !== undefined && cursor.text(index) !== ')'; index += 1) {
    if (cursor.text(index) === '(') index = cursor.closeOf(index);
    const isComma = cursor.text(index) === ',';
    const isEnd = cursor.isBareWord(index) && endsColumns.has(cursor.word(index));
    if (isOpen && (isComma || isEnd)) break;
    if (isEnd) return;
    if (cursor.isWord(index, 'in')) isOpen = false;
    else if (cursor.isWord(index, 'on') || isComma) isOpen = true;
  }
  if (!isOpen) return;
  throw new GuardRefused(
    'construct',
    'PIVOT needs the values that become columns: PIVOT t ON column IN (…) USING ….',
    cursor.token(pivot)?.start,
  );
}
