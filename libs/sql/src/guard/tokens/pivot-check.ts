import { wordSet } from '../../word-set.js';
import { GuardRefused } from '../guard-refused.js';
import type { TokenCursor } from './token-cursor.js';

const endsColumns = wordSet('using group order limit offset union except intersect');

const queryStarts = wordSet('select with from values table');

export function checkPivotList(cursor: TokenCursor, open: number): void {
  if (cursor.isWord(open - 1, 'in') && queryStarts.has(cursor.word(open + 1))) refuseValues(cursor, open);
}

/** Without values, DuckDB would create a type. */
export function checkPivotValues(cursor: TokenCursor, pivot: number): void {
  let isOpen = false;
  for (let index = pivot + 1; cursor.token(index) !== undefined && cursor.text(index) !== ')'; index += 1) {
    if (cursor.text(index) === '(') {
      checkPivotList(cursor, index);
      index = cursor.closeOf(index);
    }
    const isComma = cursor.text(index) === ',';
    const isEnd = cursor.isBareWord(index) && endsColumns.has(cursor.word(index));
    if (isOpen && (isComma || isEnd)) break;
    if (isEnd) return;
    if (cursor.isWord(index, 'in')) isOpen = false;
    else if (cursor.isWord(index, 'on') || isComma) isOpen = true;
  }
  if (isOpen) refuseValues(cursor, pivot);
}

function refuseValues(cursor: TokenCursor, at: number): never {
  throw new GuardRefused(
    'construct',
    "PIVOT needs the values that become columns, one by one: PIVOT t ON column IN ('a', 'b') USING ….",
    cursor.token(at)?.start,
  );
}
