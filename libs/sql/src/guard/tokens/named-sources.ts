import { GuardRefused } from '../guard-refused.js';
import type { TokenCursor } from './token-cursor.js';

const beforeTable = /^(?:from|join|straight_join|table|[,(])$/;
const beforeCommonTable = /^(?:with|recursive|,)$/;

/**
 * Names in the places of tables by the tokens that the server reads. The parser reads an adapted text, which must not
 * hide or rename a table.
 */
export class NamedSources {
  private readonly tables: { name: string; start: number }[] = [];
  private readonly commonTables = new Set<string>();

  addTable(cursor: TokenCursor, index: number): void {
    const { startWords, stringsNameTables } = cursor.profile;
    const before = wordOrText(cursor, index - 1);
    const isPlace = beforeTable.test(before) || startWords.has(before) || (before === 'in' && stringsNameTables);
    if (!isPlace || cursor.text(index - 2) === '.') return;
    if (isPivotClause(cursor, index - 1)) return;
    // Oracle's TABLE(…) takes a value.
    if (before === '(' && cursor.isWord(index - 2, 'table')) return;
    const isText = stringsNameTables && cursor.token(index)?.kind === 'string';
    const isQuery = startWords.has(cursor.word(index)) || ['lateral', 'from'].includes(cursor.word(index));
    if (isQuery || !(isText || cursor.isName(index))) return;
    const parts = [nameAt(cursor, index)];
    let last = index;
    for (; cursor.text(last + 1) === '.' && cursor.isName(last + 2); last += 2) parts.push(nameAt(cursor, last + 2));
    // A function, or DuckDB's alias before a table.
    if (cursor.text(last + 1) === '(' || cursor.text(last + 1) === ':') return;
    this.tables.push({ name: parts.join('.'), start: cursor.token(index)?.start ?? 0 });
  }

  /** At a token between WITH and the main query. */
  addCommonTable(cursor: TokenCursor, index: number): void {
    if (beforeCommonTable.test(cursor.text(index - 1).toLowerCase())) this.commonTables.add(nameAt(cursor, index));
  }

  /** @param tables lower case, that the parser read */
  check(tables: ReadonlySet<string>, commonTables: ReadonlySet<string>, hasDual: boolean): void {
    for (const { name, start } of this.tables) {
      if (tables.has(name) || this.commonTables.has(name) || (hasDual && name === 'dual')) continue;
      throw new GuardRefused(
        'construct',
        `The guard cannot tell which table ${name} is; write it in another way.`,
        start,
      );
    }
    for (const name of commonTables) {
      if (this.commonTables.has(name)) continue;
      throw new GuardRefused('construct', `${name} is no common table of this statement; write it in another way.`);
    }
  }
}

/** `a IS DISTINCT FROM b`. */
export function isComparison(cursor: TokenCursor, from: number): boolean {
  const words = [2, 1, 0].map((back) => cursor.word(from - back)).join(' ');
  return /^(?:is|not) distinct from$/.test(words) && cursor.text(from - 3) !== '.';
}

/** `ORDER BY a WITH FILL FROM 1 TO 9`: a WITH that begins a query follows no value. */
export function isFill(cursor: TokenCursor, from: number): boolean {
  if (cursor.profile.arrayJoins !== true || !cursor.isWord(from - 1, 'fill') || !cursor.isWord(from - 2, 'with'))
    return false;
  return from > 2 && !/^(?:\(|as|union|all|distinct|except|intersect)$/.test(wordOrText(cursor, from - 3));
}

/** `FROM t ARRAY JOIN column`, unless `array` names a table or a column there. */
export function isArrayJoin(cursor: TokenCursor, join: number): boolean {
  if (cursor.profile.arrayJoins !== true || !cursor.isWord(join, 'join') || !cursor.isWord(join - 1, 'array'))
    return false;
  const last = join - 2;
  const { kind } = cursor.token(last) ?? {};
  if (kind === 'quoted' || kind === 'string' || kind === 'number') return true;
  if (/^[)\]]$/.test(cursor.text(last)) || /^(?:left|inner|final)$/.test(cursor.word(last))) return true;
  if (kind !== 'word' || beforeTable.test(cursor.word(last)) || cursor.isWord(last, 'as')) return false;
  if (cursor.text(last - 1) === '.' || cursor.isWord(last - 1, 'as')) return true;
  let first = last;
  for (const _ of [1, 2]) {
    while (cursor.text(first - 1) === '.') first -= 2;
    if (/^(?:from|join|,)$/.test(wordOrText(cursor, first - 1))) return true;
    first -= 1;
  }
  return false;
}

function wordOrText(cursor: TokenCursor, index: number): string {
  return cursor.word(index) || cursor.text(index);
}

/** `FROM t PIVOT (`, `FROM t UNPIVOT INCLUDE NULLS (`. */
export function isPivotClause(cursor: TokenCursor, index: number): boolean {
  if (!/^(?:un)?pivot$/.test(cursor.word(index)) || index === 0 || cursor.text(index - 1) === '(') return false;
  return cursor.text(index + 1) === '(' || /^(?:include|exclude)$/.test(cursor.word(index + 1));
}

function nameAt(cursor: TokenCursor, index: number): string {
  const text = cursor.text(index);
  const mark = text.at(-1) ?? '';
  return cursor.token(index)?.kind === 'word' ? cursor.word(index) : cursor.name(index).replaceAll(mark + mark, mark);
}
