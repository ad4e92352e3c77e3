import type { SqlToken } from '../lexer/token.js';

/** Texts for tokens, by index. */
export type Replacements = Map<number, string>;

/** Pads shorter texts, so that positions stay. */
export function replacedTokens(text: string, tokens: readonly SqlToken[], by: ReadonlyMap<number, string>): string {
  let adapted = '';
  let from = 0;
  tokens.forEach(({ start, end }, index) => {
    const other = by.get(index);
    if (other === undefined) return;
    adapted += text.slice(from, start) + other.padEnd(end - start);
    from = end;
  });
  return adapted + text.slice(from);
}

export function wordsOf(tokens: readonly SqlToken[]): (index: number) => string {
  return (index) => tokens[index]?.text.toLowerCase() ?? '';
}

/** The parser reads ORDER BY in these. */
const ORDERED = /^(?:group_concat|string_agg|listagg)$/;

/** Replaces `f(DISTINCT a ORDER BY b LIMIT 1)` by `f(a, b, 1)` with a name that the parser takes for any function. */
export function replaceOrderedCalls(
  tokens: readonly SqlToken[],
  functions: ReadonlySet<string>,
  by: Replacements,
): void {
  const word = wordsOf(tokens);
  const opened: number[] = [];
  tokens.forEach((_, index) => {
    if (word(index) === '(') opened.push(index);
    else if (word(index) === ')') opened.pop();
    const open = opened.at(-1) ?? 0;
    const name = word(open - 1);
    if (!functions.has(name) || ORDERED.test(name) || /^(?:select|with|from|values)$/.test(word(open + 1))) return;
    const isOrder = word(index) === 'order' && word(index + 1) === 'by';
    if (isOrder || (word(index) === 'distinct' && name.startsWith('json'))) by.set(open - 1, 'f');
    if (by.get(open - 1) !== 'f') return;
    if (isOrder || word(index) === 'limit') by.set(index, ',');
    else if (/^(?:by|asc|desc|nulls|first|last|distinct)$/.test(word(index))) by.set(index, '');
  });
}
