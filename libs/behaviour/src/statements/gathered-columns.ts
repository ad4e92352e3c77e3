import type { SqlToken } from '@assay/sql';

const TEXTS = new Set(['group_concat', 'string_agg', 'listagg']);
const LISTS = new Set([
  ...['array_agg', 'list', 'json_agg', 'jsonb_agg', 'json_arrayagg', 'jsonb_arrayagg', 'json_group_array'],
  ...['jsonb_group_array'],
]);

const JOINS = new Set(['array_to_string', 'list_to_string', 'array_join']);

export interface Gathered {
  /** Null in a subquery: any column may contain it. */
  column: number | null;
  /** Null for a list. */
  separator: string | null;
}

export function gatheredColumns(tokens: readonly SqlToken[]): Gathered[] {
  const found: Gathered[] = [];
  let [depth, column] = [0, 0];
  let isSelected = false;
  for (const [index, token] of tokens.entries()) {
    const word = token.text.toLowerCase();
    if (word === '(') depth += 1;
    else if (word === ')') depth -= 1;
    else if (depth === 0 && (word === 'select' || word === 'from')) [isSelected, column] = [word === 'select', 0];
    else if (depth === 0 && word === ',') column += 1;
    else if (TEXTS.has(word) || LISTS.has(word)) {
      const call = callAt(tokens, index + 1);
      if (call.length === 0 || call.some(({ text }) => text.toLowerCase() === 'order')) continue;
      const isJoined = JOINS.has(tokens[index - 2]?.text.toLowerCase() ?? '');
      const texts = isJoined ? callAt(tokens, index - 1) : call;
      const separator = texts.findLast(({ kind }) => kind === 'string')?.text.slice(1, -1) ?? ',';
      found.push({ column: isSelected ? column : null, separator: LISTS.has(word) && !isJoined ? null : separator });
    }
  }
  return found;
}

function callAt(tokens: readonly SqlToken[], start: number): SqlToken[] {
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    const text = tokens[index]?.text;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth === 0) return tokens.slice(start + 1, index);
  }
  return [];
}
