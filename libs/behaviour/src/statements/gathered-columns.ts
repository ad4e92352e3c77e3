import type { SqlToken } from '@assay/sql';

const GATHERS = new Set(['group_concat', 'string_agg', 'array_agg', 'listagg', 'json_group_array']);

/** Columns of the result that gather texts in no order of their own, and what separates the texts. */
export function gatheredColumns(tokens: readonly SqlToken[]): { column: number; separator: string }[] {
  const found: { column: number; separator: string }[] = [];
  let [depth, column] = [0, 0];
  for (const [index, token] of tokens.entries()) {
    const word = token.text.toLowerCase();
    if (word === '(') depth += 1;
    else if (word === ')') depth -= 1;
    else if (depth === 0 && word === 'from') return found;
    else if (depth === 0 && word === ',') column += 1;
    else if (GATHERS.has(word)) {
      const call = callAt(tokens, index + 1);
      const isOrdered = call.some(({ text }) => text.toLowerCase() === 'order');
      const separator = call.findLast(({ kind }) => kind === 'string')?.text.slice(1, -1) ?? ',';
      if (!isOrdered) found.push({ column, separator });
    }
  }
  return found;
}

/** The tokens between the parentheses that open at `start`. */
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
