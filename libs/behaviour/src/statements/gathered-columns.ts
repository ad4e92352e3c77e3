import type { StatementText } from '@assay/sql';

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

export function gatheredColumns(text: StatementText): Gathered[] {
  const found: Gathered[] = [];
  let column = 0;
  let isSelected = false;
  for (const place of text.tokens.keys()) {
    const word = text.word(place);
    const isOuter = text.enclosing(place) === -1;
    if (isOuter && (word === 'select' || word === 'from')) [isSelected, column] = [word === 'select', 0];
    else if (isOuter && word === ',') column += 1;
    else if (TEXTS.has(word) || LISTS.has(word)) {
      const call = text.tokens.slice(place + 2, text.partner(place + 1));
      if (call.length === 0 || call.some((token) => token.text.toLowerCase() === 'order')) continue;
      const isJoined = JOINS.has(text.word(place - 2));
      const texts = isJoined ? text.tokens.slice(place, text.partner(place - 1)) : call;
      const separator = texts.findLast(({ kind }) => kind === 'string')?.text.slice(1, -1) ?? ',';
      found.push({ column: isSelected ? column : null, separator: LISTS.has(word) && !isJoined ? null : separator });
    }
  }
  return found;
}
